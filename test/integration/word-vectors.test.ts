import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { transformFile } from '@swc/core';
import { languageOf } from '../../src/domain/language/index.js';
import { createRng } from '../../src/domain/base/rng.js';
import { WORD_VECTORS_FORMAT } from '../../src/domain/learning/word-vectors.js';
import {
  backgroundIn,
  backgroundSample,
  deferredWordVectors,
  loadWordVectors,
} from '../../src/modules/word-vectors/index.js';
import { type EmbeddingsSource, openOrPrepare } from '../../src/modules/word-vectors/word-vectors-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-vectors-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const TINY = {
  dimensions: 3,
  words: ['the', '"', ']', 'Zoë\\', 'tiny'],
  vectors: [
    [1, 0, 0],
    [0, 2.5, 0],
    [0, 0, -3],
    [1e-2, -1.25e1, 0.5],
    [0, 0, 0],
  ],
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
    expect(TINY.words.map((word) => vectors.rowOf(word.toLowerCase() === word ? word : 'absent'))).toEqual([
      0, 1, 2, -1, 4,
    ]);
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
    await rename(`${prepared()}.part`, prepared());
    expect((await waiting).rowOf('the')).toBe(0);
  });

  it('takes over the lock of a process that is no more', async () => {
    const source = await tinySource();
    const gone = fork(await preparer([]), [], { silent: true });
    await once(gone, 'exit');
    await mkdir(dirname(prepared()));
    await writeFile(`${prepared()}.lock`, String(gone.pid));
    expect((await openOrPrepare(join(folder, 'cache'), source)).rowOf('the')).toBe(0);
    expect(await readdir(join(folder, 'cache'))).toEqual([`tiny-1.v${WORD_VECTORS_FORMAT}.bin`]);
  });

  it('gives the same whole file to processes that prepare at the same time, though some are killed', async () => {
    const source = await largeSource();
    const script = await preparer([join(folder, 'cache'), source]);
    const start = (): ChildProcess => fork(script, [], { silent: true });
    const doomed = [start(), start()];
    const others = [start(), start()];
    const answers = others.map((child) => once(child, 'message'));
    for (const child of doomed) {
      await sleep(150);
      child.kill('SIGKILL');
    }
    expect(await Promise.all(answers)).toEqual([
      [LARGE_WORDS - 1, undefined],
      [LARGE_WORDS - 1, undefined],
    ]);
    for (const child of others) if (child.exitCode === null) await once(child, 'exit');
    const vectors = await openOrPrepare(join(folder, 'cache'), { ...source, path: 'unused' });
    expect(vectors.size).toBe(LARGE_WORDS);
  });
});

const LARGE_WORDS = 10_000;

/** Large enough that preparing it takes some tenths of a second. */
async function largeSource(): Promise<EmbeddingsSource> {
  const rng = createRng(1);
  const words = Array.from({ length: LARGE_WORDS }, (_, i) => `w${i}`);
  const entries = words.map(
    (word, row) => `"${word}":[${Array.from({ length: 100 }, () => rng.next().toFixed(5)).join(',')},1,${row}]`,
  );
  const path = join(folder, 'large.json');
  await writeFile(path, `{"dimensions":100,"words":${JSON.stringify(words)},"vectors":{${entries.join(',')}}}`);
  return { path, name: 'large-1' };
}

/** A script that calls `openOrPrepare` with the arguments, or does nothing without, in plain JavaScript for another process. */
async function preparer(args: readonly unknown[]): Promise<string> {
  const root = join(folder, 'compiled');
  const files = [
    'domain/learning/word-vectors',
    'modules/word-vectors/embeddings-json',
    'modules/word-vectors/word-vectors-file',
  ];
  for (const file of files) {
    const { code } = await transformFile(`src/${file}.ts`, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
      swcrc: false,
    });
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, `${file}.js`), code);
  }
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  const script = join(root, 'prepare.js');
  const call =
    args.length === 0
      ? ''
      : `process.send((await openOrPrepare(...${JSON.stringify(args)})).rowOf('w${LARGE_WORDS - 1}'));`;
  await writeFile(
    script,
    `import { openOrPrepare } from './modules/word-vectors/word-vectors-file.js';\n${call}\nprocess.disconnect?.();\n`,
  );
  return script;
}

describe('the word vectors that ship', () => {
  it('are loaded once, know English and are read from another thread', async () => {
    // Prepared by whichever run was first; test/long prepares them anew.
    const kept = resolve('.cache/test');
    const [vectors, same] = await Promise.all([loadWordVectors(kept), loadWordVectors(kept)]);
    expect(same.buffer).toBe(vectors.buffer);

    const cos = (a: string, b: string): number => vectors.cosine(vectors.rowOf(a), vectors.rowOf(b));
    expect([vectors.size, vectors.dimensions, vectors.wordAt(0)]).toEqual([341_479, 100, 'the']);
    expect(cos('football', 'soccer')).toBeCloseTo(0.87, 2);
    expect(cos('Football', 'banana')).toBeCloseTo(0.14, 2);
    const football = new Float32Array(100);
    vectors.vectorInto(vectors.rowOf('football'), football);
    expect(vectors.nearest(football, 3).map(({ word }) => word)).toEqual(['football', 'soccer', 'basketball']);

    const reader = new Worker(
      "const { parentPort, workerData } = require('node:worker_threads'); parentPort.postMessage(workerData instanceof SharedArrayBuffer);",
      {
        eval: true,
        workerData: vectors.buffer,
      },
    );
    expect(await once(reader, 'message')).toEqual([true]);
    await reader.terminate();
  });

  it('shares a block that is in use, and gives back one that is not', async () => {
    const cache = resolve('.cache/test');
    const inUse = await loadWordVectors(cache);
    expect((await loadWordVectors(cache)).buffer).toBe(inUse.buffer);

    const unused = async (): Promise<WeakRef<SharedArrayBuffer>> => {
      const elsewhere = join(folder, 'cache');
      await cp(join(cache, 'word-vectors'), join(elsewhere, 'word-vectors'), { recursive: true });
      return new WeakRef((await loadWordVectors(elsewhere)).buffer);
    };
    const block = await unused();
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    for (let i = 0; i < 50 && block.deref() !== undefined; i++) {
      await sleep(10);
      collectGarbage();
    }
    expect(block.deref()).toBeUndefined();
    expect(inUse.rowOf('the')).toBe(0);
  });

  it('share that block too when they are read with the first word', async () => {
    const cache = resolve('.cache/test');
    const deferred = await deferredWordVectors(cache);
    expect([deferred.size, deferred.dimensions]).toEqual([341_479, 100]);
    const inUse = await loadWordVectors(cache);
    expect(deferred.rowOf('football')).toBe(inUse.rowOf('football'));
    expect(deferred.buffer).toBe(inUse.buffer);
  });
});

describe('general text', () => {
  it('is readable English about many things, the same for the same seed', () => {
    const documents = backgroundSample(300, createRng(1));
    expect(documents).toHaveLength(300);
    expect(documents).toEqual(backgroundSample(300, createRng(1)));
    expect(documents).not.toEqual(backgroundSample(300, createRng(2)));
    expect(new Set(documents.map(({ title }) => title)).size).toBeGreaterThan(290);
    for (const { title, text } of documents) {
      expect(title).toMatch(/^[^_|@]+$/);
      expect(text.length).toBeGreaterThan(20);
      expect(text).not.toMatch(/ \d{8} /);
    }
    expect(documents.filter(({ text }) => /\bthe\b/.test(text)).length).toBeGreaterThan(250);
    expect(backgroundSample(0, createRng(1))).toEqual([]);
  });

  it.each(['ar', 'de', 'fi', 'he', 'hi', 'ja', 'ko', 'no', 'pl', 'pt', 'ru', 'th', 'tr', 'zh'])(
    'is there in %s, the same for the same seed',
    (language) => {
      const documents = backgroundIn(1)(language);
      expect(documents).toHaveLength(300);
      expect(documents).toEqual(backgroundIn(1)(language));
      expect(documents).not.toEqual(backgroundIn(2)(language));
      for (const { text } of documents) expect(text).not.toMatch(/[<>]/);
      expect(languageOf(documents.map(({ text }) => text).join('\n'), '')).toBe(language);
    },
  );

  it('is not there in a language without a translation', () => {
    expect(backgroundIn(1)('xx')).toEqual([]);
  });
});
