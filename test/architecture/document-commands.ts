import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/run.js';
import type { ShellCommand } from './shell-commands.js';

/** Checks of the commands in documents against the programs that they call: each returns complaints. */

/** Facts about the repository for the checks. */
export interface Programs {
  /** Names of the npm scripts. */
  readonly scripts: readonly string[];
  /** Names of the groups of suites, for `--selectProjects`. */
  readonly projects: readonly string[];
  /** Paths of all suites. */
  readonly suites: readonly string[];
  /** Names of the service's settings. */
  readonly settings: readonly string[];
}

/** npm commands that are not scripts of package.json. */
const NPM = new Set(['ci', 'install', 'pack', 'prune', 'audit']);
/** Variables of other programs, and of examples, benches and tests. */
const VARIABLES = /^(?:GLEANER_(?:URL|KEY|PROJECT)|NODE_OPTIONS|FUZZ_\w+|OTEL_\w+)$/;
const ELLIPSIS = /…|\.\.\./;

/** Complaints about one command; empty for programs that are not of this repository. */
export async function complaints(command: ShellCommand, programs: Programs): Promise<string[]> {
  const [program = '', ...args] = command.words;
  const unknown = command.settings.filter((name) => !programs.settings.includes(name) && !VARIABLES.test(name));
  return [...unknown.map((name) => `${name} is not a setting`), ...(await ofProgram(program, args, command, programs))];
}

async function ofProgram(
  program: string,
  args: readonly string[],
  command: ShellCommand,
  programs: Programs,
): Promise<string[]> {
  if (program === 'gleaner') return gleaner(args, command);
  if (program === 'npx') return args[0] === 'gleaner' ? gleaner(args.slice(1), command) : [];
  if (program === 'node') return node(args);
  if (program === 'npm') return npm(args, command, programs);
  return [];
}

async function npm(args: readonly string[], command: ShellCommand, programs: Programs): Promise<string[]> {
  const [name = '', ...rest] = args.filter((arg) => arg !== '--silent');
  if (NPM.has(name)) return [];
  const script = name === 'run' ? (rest[0] ?? '') : name;
  if (!programs.scripts.includes(script)) return [`npm has no script "${script}"`];
  const passed = rest.includes('--') ? rest.slice(rest.indexOf('--') + 1) : [];
  if (script === 'gleaner') return gleaner(passed, command);
  if (script === 'demo') return gleaner(['demo', ...passed], command);
  if (script === 'start') return gleaner(['serve', ...passed], command);
  if (script === 'prior') return node(['bench/prior/run.mjs', ...passed]);
  // Its first argument is a version of Node.
  if (script === 'test:node') return jest(passed.slice(1), programs);
  return script.startsWith('test') ? jest(passed, programs) : [];
}

/** Patterns of suites that match none, and groups that do not exist. */
function jest(args: readonly string[], { projects, suites }: Programs): string[] {
  const words = args.flatMap((arg) => arg.split('='));
  return words.flatMap((word, i) => {
    if (word.startsWith('--') || word.startsWith('path/to/')) return [];
    // jest takes all words behind this option as names of groups.
    const option = words.slice(0, i).findLast((before) => before.startsWith('--'));
    if (option === '--selectProjects') return projects.includes(word) ? [] : [`there is no group of suites "${word}"`];
    return suites.some((suite) => new RegExp(word).test(suite)) ? [] : [`no suite matches "${word}"`];
  });
}

/** A script that does not exist, and options that neither it nor the files that it imports have. */
function node(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const script = args[at] ?? '';
  // Compiled files are there only after a build; command.ts and others have their sources.
  if (script === '' || script.startsWith('dist/') || ELLIPSIS.test(script)) return [];
  if (!existsSync(script)) return [`${script} does not exist`];
  const text = textOf(script, new Set());
  const options = args.slice(at + 1).flatMap((arg) => /^--([\w-]+)/.exec(arg)?.[1] ?? []);
  return options
    .filter((name) => !new RegExp(`(?:^|[\\s{,'"])${name}['"]?:|--${name}\\b`, 'm').test(text))
    .map((name) => `${script} has no option --${name}`);
}

function textOf(file: string, seen: Set<string>): string {
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+\.mjs)'/g)].map(([, path]) => join(dirname(file), path));
  return [text, ...imported.map((path) => textOf(path, seen))].join('\n');
}

/** A command or option that `gleaner` does not have; in blocks also values that it refuses. */
async function gleaner(args: readonly string[], command: ShellCommand): Promise<string[]> {
  if (args[0] === undefined || args[0] === 'COMMAND' || ELLIPSIS.test(args[0])) return [];
  if (args[0] === 'completion') return [];
  const program = await createProgram((name) => name === args[0]);
  const isWhole = command.inBlock && !args.some((arg) => ELLIPSIS.test(arg));
  return isWhole ? refusals(program, args) : unknownOptions(program, args);
}

function unknownOptions(program: Command, args: readonly string[]): string[] {
  let command = program;
  for (const arg of args) {
    const next = command.commands.find((one) => one.name() === arg);
    if (next === undefined) break;
    command = next;
  }
  if (command === program) return args[0]?.startsWith('--') ? [] : [`gleaner has no command "${args[0] ?? ''}"`];
  const known = command.createHelp().visibleOptions(command);
  return args
    .flatMap((arg) => /^--[\w-]+/.exec(arg)?.[0] ?? [])
    .filter((name) => !known.some(({ long }) => long === name))
    .map((name) => `gleaner ${command.name()} has no option ${name}`);
}

async function refusals(program: Command, args: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const mute = (command: Command): void => {
    command.configureOutput({ writeErr: (text) => void said.push(text), writeOut: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(mute);
  };
  mute(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return [];
  } catch (error) {
    if ((error as { exitCode?: unknown }).exitCode === 0) return [];
    return [said.join('').split('\n')[0] || String(error)];
  }
}
