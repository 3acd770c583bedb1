import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { WORD_VECTORS_FORMAT } from '../../src/domain/learning/word-vectors.js';
import { loadWordVectors } from '../../src/modules/word-vectors/index.js';
import { type EmbeddingsSource, openOrPrepare } from '../../src/modules/word-vectors/word-vectors-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-vectors-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const TINY = {
  dimensions: 3,
  words: ['the', '"', ']', 'Zoë\\', 'tiny'],
  vectors: [[1, 0, 0], [0, 2.5, 0], [0, 0, -3], [1e-2, -1.25e1, 0.5], [0, 0, 0]],
};

async function tinySource(change: (json: string) => string = (json) => json): Promise<EmbeddingsSource> {
  const { dimensions, words, vectors } = TINY;
  const entries = words.map((word, row) => `${JSON.stringify(word)}:[${vectors[row].join(',')},1,${row}]`);
  const json = `{"precision":8,"dimensions":${dimensions},"words":${JSON.stringify(words)},"vectors":{${entries.join(',')}},"unkVector":[0]}`;
  const path = join(folder, 'embeddings.json');
  await writeFile(path, change(json));
  return { path, name: 'tiny-1' };
}
const prepared = (): string => join(folder, 'cache', `tiny-1.v${WORD_VECTORS_FORMAT}.bin`);

describe('preparing word vectors', () => {
  it('keeps words, order and directions, and leaves one file behind', async () => {
    const vectors = await openOrPrepare(join(folder, 'cache'), await tinySource());
    expect(TINY.words.map((word) => vectors.rowOf(word.toLowerCase() === word ? word : 'absent'))).toEqual([0, 1, 2, -1, 4]);
    expect(Array.from({ length: vectors.size }, (_, row) => vectors.wordAt(row))).toEqual(TINY.words);
    const out = new Float32Array(3);
    vectors.vectorInto(3, out);
    const norm = Math.hypot(0.01, 12.5, 0.5);
    expect(out[0]).toBeCloseTo(0.01 / norm, 2);
    expect(out[1]).toBeCloseTo(-12.5 / norm, 2);
    expect(out[2]).toBeCloseTo(0.5 / norm, 2);
    expect(await readdir(join(folder, 'cache'))).toEqual([`tiny-1.v${WORD_VECTORS_FORMAT}.bin`]);
  });

  it.each([
    ['cut short', (path: string) => truncate(path, 100)],
    ['emptied', (path: string) => truncate(path, 0)],
    ['overwritten', (path: string) => writeFile(path, new Uint8Array(4_000).fill(7))],
  ])('makes a file anew that was %s', async (_, damage) => {
    const source = await tinySource();
    await openOrPrepare(join(folder, 'cache'), source);
    const intact = await readFile(prepared());
    await damage(prepared());
    expect((await openOrPrepare(join(folder, 'cache'), source)).rowOf('tiny')).toBe(4);
    expect(await readFile(prepared())).toEqual(intact);
  });

  it.each([
    ['an end in the middle', (json: string) => json.slice(0, json.length / 2)],
    ['a vector of another row', (json: string) => json.replace(',1,0]', ',1,3]')],
    ['a missing value', (json: string) => json.replace('[1,0,0,', '[1,0,')],
    ['a value that is no number', (json: string) => json.replace('[1,0,0,', '[1,null,0,')],
    ['a missing word', (json: string) => json.replace('"tiny":[0,0,0,1,4]', '"the":[0,0,0,1,0]')],
    ['no vectors', (json: string) => json.replace('"vectors"', '"others"')],
  ])('refuses an embeddings file with %s, and leaves no file and no lock', async (_, change) => {
    const source = await tinySource(change);
    await expect(openOrPrepare(join(folder, 'cache'), source)).rejects.toThrow(RangeError);
    expect(await readdir(join(folder, 'cache'))).toEqual([]);
  });

  it('waits for the holder of the lock and takes what it made', async () => {
    const source = await tinySource();
    await openOrPrepare(join(folder, 'cache'), source);
    const made = await readFile(prepared());
    await rm(prepared());
    await writeFile(`${prepared()}.lock`, '');
    const waiting = openOrPrepare(join(folder, 'cache'), { ...source, path: join(folder, 'not-there') });
    await writeFile(`${prepared()}.part`, made);
    await (await import('node:fs/promises')).rename(`${prepared()}.part`, prepared());
    expect((await waiting).rowOf('the')).toBe(0);
  });

  it('gives the same whole file to processes that prepare at the same time', async () => {
    const source = await tinySource();
    const all = await Promise.all(Array.from({ length: 8 }, () => openOrPrepare(join(folder, 'cache'), source)));
    expect(all.map((vectors) => vectors.rowOf('tiny'))).toEqual(new Array(8).fill(4));
    expect(await readdir(join(folder, 'cache'))).toEqual([`tiny-1.v${WORD_VECTORS_FORMAT}.bin`]);
  });
});

describe('the word vectors that ship', () => {
  it('are prepared in bounded memory, load at once, know English and are read from another thread', async () => {
    const before = process.resourceUsage().maxRSS;
    const start = performance.now();
    const vectors = await loadWordVectors(folder);
    console.log('prepare ms', performance.now() - start, 'rss growth MB', (process.resourceUsage().maxRSS - before) / 1024);
    const t = performance.now();
    const [name] = await readdir(join(folder, 'word-vectors'));
    await openOrPrepare(join(folder, 'word-vectors'), { path: 'unused', name: name.replace(/\.v\d+\.bin$/, '') });
    console.log('load ms', performance.now() - t);
    const u = performance.now();
    const c = new Float32Array(100);
    vectors.meanVector(['football'], c);
    console.log(vectors.nearest(c, 8), performance.now() - u);
    const cos = (a: string, b: string): number => vectors.cosine(vectors.rowOf(a), vectors.rowOf(b));
    expect(vectors.size).toBe(341_479);
    expect(cos('football', 'soccer')).toBeCloseTo(0.87, 1);
    expect(cos('football', 'banana')).toBeCloseTo(0.14, 1);
  });
});
void fork; void once; void Worker;
