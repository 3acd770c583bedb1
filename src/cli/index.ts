#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { CliError, Exit } from './cli-error.js';
import { ServiceError } from './service-client.js';

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Gives what adds the command's options and what it does. */
  readonly load: () => Promise<(command: Command) => void>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'demo',
    description: 'crawl WordNet, served as a web of 537 domains on this machine, and compare policies',
    load: async () => (await import('./demo/index.js')).defineDemo,
  },
  {
    name: 'crawl',
    description: 'crawl the web for a topic given by keywords and seeds',
    load: async () => (await import('./crawl-command.js')).defineCrawl,
  },
  {
    name: 'spiders',
    description: 'list, show, train and delete trained spiders, which crawls can begin with',
    load: async () => (await import('./spiders/index.js')).defineSpiders,
  },
  {
    name: 'keys',
    description: 'list, make, rotate and revoke the keys of a project',
    load: async () => (await import('./keys/index.js')).defineKeys,
  },
  {
    name: 'projects',
    description: 'list, make and delete projects',
    load: async () => (await import('./keys/index.js')).defineProjects,
  },
  {
    name: 'web',
    description: 'serve a recorded or synthetic web as an HTTP forward proxy that answers for all its hosts',
    load: async () => (await import('./web-command.js')).defineWeb,
  },
  {
    name: 'lab',
    description: 'run policies on a recorded or synthetic web and compare what they find',
    load: async () => (await import('./lab/index.js')).defineLab,
  },
  {
    name: 'serve',
    description: 'start the service: the API and a crawl worker, until Ctrl-C',
    load: async () => (await import('./serve-command.js')).defineServe,
  },
];

/** @param argv of the commands, only those that it names are loaded: help and refusals come at once */
async function createProgram(argv: readonly string[]): Promise<Command> {
  const program = new Command('gleaner')
    .description('Focused crawling: finds relevant pages and domains for a topic')
    .showHelpAfterError('(gleaner COMMAND --help lists the options)')
    .configureHelp({ showGlobalOptions: true });
  // Settings of the parent are copied to subcommands when they are made, so these come first.
  program.exitOverride();
  for (const { name, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    if (argv.includes(name)) (await load())(command);
  }
  return program;
}

/** Runs the command line. @returns the exit code */
async function run(argv: readonly string[]): Promise<number> {
  const program = await createProgram(argv);
  try {
    if (argv.length <= 2) {
      program.outputHelp({ error: true });
      return Exit.Usage;
    }
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    // Commander has said already what was wrong; help that was asked for is no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : Exit.Usage;
    if (error instanceof CliError || error instanceof ServiceError) {
      process.stderr.write(`gleaner: ${error.message}\n`);
      return error instanceof CliError ? error.exitCode : Exit.Failed;
    }
    process.stderr.write(`gleaner: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return Exit.Failed;
  }
}

process.exitCode = await run(process.argv);
