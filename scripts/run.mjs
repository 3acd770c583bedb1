#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { onNpmGone } from './npm-gone.mjs';
import { fail, root } from './packages.mjs';
import { prepare } from './prepare.mjs';

/**
 * Runs an npm script that works on a fresh clone, after preparing its prerequisites. The other scripts require `npm
 * ci`.
 */

const bin = (...parts) => join(root, 'node_modules', ...parts);
const cli = join(root, 'dist', 'cli', 'index.js');
/**
 * ESM in jest needs Node's module API for its sandboxes, which prints a warning in each worker. A larger young
 * generation saves a twentieth of the computing for suites' garbage.
 */
const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
  bin('jest', 'bin', 'jest.js'),
];

const commands = {
  start: { run: (args) => [cli, 'serve', ...args] },
  demo: { run: (args) => [cli, 'demo', ...args] },
  gleaner: { run: (args) => [cli, ...args] },
  test: { development: true, run: (args) => [...JEST, ...args] },
  'test-long': {
    development: true,
    run: (args) => [...JEST, '--config', join(root, 'jest.long.config.mjs'), '--runInBand', ...args],
  },
};

function start(command, args) {
  const nodeArgs = command.run(args);
  const script = nodeArgs.find((arg) => !arg.startsWith('--'));
  if (!existsSync(script)) fail(`${script} does not exist`);
  const child = spawn(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  onNpmGone(() => child.kill('SIGTERM'));
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? '')
  ? commands[name]
  : fail(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')} [arguments]`, 2);
await prepare({ development: command.development ?? false });
start(command, args);
