import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';

/**
 * Runs the tests with another version of Node: `npm run test:node -- 22 [arguments of jest]`. The binary comes from the
 * npm package `node-PLATFORM-ARCH`, and stays in `.cache/node`.
 */

const root = path.resolve(import.meta.dirname, '..');
const [version, ...args] = process.argv.slice(2);
if (!/^\d+(?:\.\d+){0,2}$/.test(version ?? '')) {
  process.stderr.write('usage: npm run test:node -- VERSION [arguments of jest], for example: 22 test/integration\n');
  process.exit(2);
}

const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;
const folder = path.join(root, '.cache', 'node', version);
const binaries = path.join(folder, 'node_modules', name, 'bin');
const node = path.join(binaries, platform === 'win' ? 'node.exe' : 'node');
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  // Without it npm would install into the repository.
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: platform === 'win',
  });
}

/** Tests that start `node` and `npm` by name get this version too. */
const env = { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH ?? ''}` };
const child = spawn(node, [path.join(root, 'scripts', 'run.mjs'), 'test', ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
