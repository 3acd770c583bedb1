import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CacheFolder } from './cache-folder.js';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'gleaner-folder-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const at = (name: string, hour: number): void =>
  utimesSync(join(path, name), new Date(hour * 3_600_000), new Date(hour * 3_600_000));

it('reads what was written, and nothing that is not whole', () => {
  const folder = new CacheFolder(join(path, 'made', 'here'));
  const content = Buffer.from('some content');
  expect(folder.read('one')).toBeNull();
  folder.write('one', content);
  expect(folder.read('one')).toEqual(content);
  const whole = readFileSync(folder.pathOf('one'));
  for (const damaged of [
    whole.subarray(0, -1),
    whole.subarray(0, 10),
    Buffer.concat([whole, whole]),
    Buffer.alloc(0),
  ]) {
    writeFileSync(folder.pathOf('one'), damaged);
    expect(folder.read('one')).toBeNull();
  }
  for (let i = 0; i < whole.length; i++) {
    // The last four bytes of the header are unused, but written unchanged.
    writeFileSync(folder.pathOf('one'), Buffer.from(whole).fill(whole[i] ^ 1, i, i + 1));
    expect(folder.read('one')).toBeNull();
  }
});

it('deletes what was used longest ago, and what dead processes left', () => {
  const folder = new CacheFolder(path, 350);
  for (const name of ['a', 'b', 'c', 'd']) folder.write(name, new Uint8Array(76));
  ['a', 'b', 'c', 'd'].forEach((name, hour) => at(name, hour + 1));
  folder.read('a');
  writeFileSync(join(path, 'b.1-2.tmp'), 'x');
  writeFileSync(join(path, 'c.1-2.tmp'), 'x');
  at('c.1-2.tmp', 1);
  folder.trim();
  expect(readdirSync(path).sort()).toEqual(['a', 'b.1-2.tmp', 'c', 'd']);
});

it('keeps nothing where it cannot write, and says nothing', () => {
  writeFileSync(join(path, 'file'), '');
  const folder = new CacheFolder(join(path, 'file'));
  folder.write('one', new Uint8Array(3));
  folder.trim();
  expect(folder.read('one')).toBeNull();
  expect(folder.namesOf('')).toEqual([]);
});

it('names what is made from other things otherwise', () => {
  const names = [['a', 'b'], ['ab'], ['a', 'b', ''], ['b', 'a']].map((parts) => CacheFolder.nameOf('kind', ...parts));
  expect(new Set(names).size).toBe(4);
  expect(names[0]).toMatch(/^kind-[0-9a-f]{32}$/);
});
