import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('the package has types under which a policy in TypeScript compiles, and a wrong one does not', async () => {
  const user = mkdtempSync(path.join(testFolder(), 'policy-'));
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const dist = path.join(user, 'node_modules/gleaner/dist');
  await run(process.execPath, [tsc, '--project', 'tsconfig.policy.json', '--outDir', dist]);
  cpSync('package.json', path.join(user, 'node_modules/gleaner/package.json'));
  symlinkSync(path.resolve('node_modules/zod'), path.join(user, 'node_modules/zod'));
  writeFileSync(path.join(user, 'package.json'), '{"type": "module"}');

  const policy = (urlNo: string): string => `
import { type Candidate, type Choice, type CrawlPolicy, type FrontierView, type ObservedStep } from 'gleaner/policy';
import { checkStamp, maxCandidates, type PolicyDefinition, type Snapshot, stamp } from 'gleaner/policy';
import { z } from 'zod';
class Own implements CrawlPolicy {
  private links: Candidate[] = [];
  get size(): number { return this.links.length; }
  seed(links: readonly Candidate[]): void { this.links.push(...links); }
  offer(links: readonly Candidate[]): void { this.links.push(...links); }
  choose(_: number, view: FrontierView): Choice {
    const link = this.links.pop();
    if (link === undefined) return { kind: 'exhausted' };
    const explanation = { value: view.domain(view.domainOf(link.urlNo)).fetched, exploration: false };
    return { kind: 'fetch', urlNo: ${urlNo}, source: link.source, explanation };
  }
  observe({ links }: ObservedStep): void { this.links.push(...links); }
  follow(): void {}
  learn(): void {}
  stats(): Record<string, number> { return {}; }
  save(): Snapshot { return stamp('own', 1, {}); }
  restore(from: Parameters<CrawlPolicy['restore']>[0]): void { checkStamp(from, 'own', 1); }
}
export default {
  name: 'own', version: 1, summary: 'The newest link.', source: 'a test',
  configSchema: z.strictObject({ maxCandidates }),
  create: () => new Own(),
} satisfies PolicyDefinition;
`;
  const compile = async (name: string, text: string): Promise<unknown> => {
    writeFileSync(path.join(user, name), text);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    return run(process.execPath, [tsc, ...options, name], { cwd: user });
  };
  await compile('own.ts', policy('link.urlNo'));
  await expect(compile('wrong.ts', policy('link.url'))).rejects.toMatchObject({
    stdout: expect.stringMatching(/^wrong\.ts.*'string' is not assignable to type 'number'/),
  });
});
