import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '../support/database.js';

const run = promisify(execFile);
const FOLDER = 'clients/typescript';

// Other projects install what `npm pack` packs, with only its own dependencies.
test('the package of the client has types under which the examples of its README compile', async () => {
  const home = mkdtempSync(path.join(testFolder(), 'client-'));
  // Built in a copy, so that nothing is left in the checkout.
  const copy = path.join(home, 'copy');
  cpSync(FOLDER, copy, { recursive: true });
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: copy });
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: copy });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', home], { cwd: copy });
  const user = mkdtempSync(path.join(home, 'user-'));
  writeFileSync(path.join(user, 'package.json'), '{"type": "module"}');
  const packed = readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '';
  await run('npm', ['install', '--no-audit', '--no-fund', path.join(home, packed)], { cwd: user });
  expect(readdirSync(path.join(user, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'gleaner-client',
    'openapi-fetch',
    'openapi-typescript-helpers',
  ]);

  const blocks = [...readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const given = `import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
declare function answerOf(request: Request): Promise<Response>;
`;
  writeFileSync(path.join(user, 'example.ts'), given + blocks.join('\n'));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const types = ['--typeRoots', path.resolve('node_modules/@types')];
  await run(process.execPath, [tsc, ...options, ...types, 'example.ts'], { cwd: user });
});
