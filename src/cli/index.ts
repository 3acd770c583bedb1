#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { CliError, Exit } from './cli-error.js';
import { registerCrawl } from './crawl-command.js';
import { registerDemo } from './demo/index.js';
import { registerLab } from './lab/index.js';
import { ServiceError } from './service-client.js';
import { registerServe } from './serve-command.js';
import { registerWeb } from './web-command.js';

function createProgram(): Command {
  const program = new Command('gleaner')
    .description('Focused crawling: finds relevant pages and domains for a topic')
    .showHelpAfterError('(gleaner COMMAND --help lists the options)')
    .configureHelp({ showGlobalOptions: true });
  // Settings of the parent are copied to subcommands when they are made, so these come first.
  program.exitOverride();
  registerDemo(program);
  registerCrawl(program);
  registerWeb(program);
  registerLab(program);
  registerServe(program);
  return program;
}

/** Runs the command line. @returns the exit code */
async function run(argv: readonly string[]): Promise<number> {
  const program = createProgram();
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
