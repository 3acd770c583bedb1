import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { processEnvironment } from '../platform/config/index.js';
import { refusalOf } from '../platform/start/index.js';
import { Exit, exitCodeOf } from './cli-error.js';
import { COMMANDS } from './commands.js';
import { addCompletion, isCompletion } from './completion.js';
import { harmless, terminal } from './terminal.js';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/**
 * @param isNeeded whether a command's options are needed: only those are loaded, so help and usage errors are immediate
 */
export async function createProgram(isNeeded: (name: string) => boolean): Promise<Command> {
  const program = new Command('gleaner')
    .description('Focused crawling: finds relevant pages and domains for a topic')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(gleaner COMMAND --help lists the options)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal().out.write(text),
      writeErr: (text) => terminal().err.write(text),
    });
  // Subcommands copy settings of the parent when they are created, so these come first.
  program.exitOverride();
  for (const { name, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    if (isNeeded(name)) (await load())(command);
  }
  return program;
}

/** Runs the command line. @param args without node and the script @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  // Options may have the settings of .env as defaults.
  processEnvironment();
  const program = await createProgram((name) => args.includes(name));
  if (isCompletion(args[0])) await addCompletion(program);
  else program.command('completion').description('print the completion script of a shell: bash, zsh or fish');
  try {
    if (args.length === 0) {
      program.outputHelp({ error: true });
      return Exit.Usage;
    }
    await program.parseAsync(args, { from: 'user' });
    return Exit.Done;
  } catch (error) {
    // Commander has already printed the error; requested help is no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.Done : Exit.Usage;
    const known = exitCodeOf(error);
    const refusal = known === null ? refusalOf(error) : null;
    const shown = refusal ?? error;
    const code = known ?? refusal?.exitCode ?? null;
    const text =
      shown instanceof Error
        ? code === null && shown.stack !== undefined
          ? shown.stack
          : shown.message
        : String(shown);
    terminal().err.write(`gleaner: ${harmless(text)}\n`);
    return code ?? Exit.Failed;
  }
}
