import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { languageOf } from '../../src/domain/language/index.js';
import { createRng } from '../../src/domain/base/rng.js';
import {
  backgroundIn,
  backgroundSample,
  deferredWordVectors,
  loadWordVectors,
} from '../../src/modules/base/word-vectors/index.js';

describe('the word vectors that ship', () => {
  it('are given back when nobody uses them', async () => {
    const block = new WeakRef((await loadWordVectors()).buffer);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    for (let i = 0; i < 50 && block.deref() !== undefined; i++) {
      await sleep(10);
      collectGarbage();
    }
    expect(block.deref()).toBeUndefined();
  });

  it('are loaded once, know English and are read from another thread', async () => {
    const [vectors, same] = await Promise.all([loadWordVectors(), loadWordVectors()]);
    expect(same.buffer).toBe(vectors.buffer);
    expect((await loadWordVectors()).buffer).toBe(vectors.buffer);

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

  it('are near what they are like, rare words too, which have few levels', async () => {
    const vectors = await loadWordVectors();
    const rare = ['neurotransmission', 'whittling', 'brinjal'];
    const near = (word: string): string[] => {
      const vector = new Float32Array(100);
      vectors.vectorInto(vectors.rowOf(word), vector);
      return vectors.nearest(vector, 12).map(({ word: other }) => other);
    };
    expect(rare.map((word) => vectors.rowOf(word) > 60_000)).toEqual([true, true, true]);
    expect(near('neurotransmission')).toEqual(expect.arrayContaining(['neurotransmitter', 'dopamine', 'synapses']));
    expect(near('whittling')).toContain('whittled');
    expect(near('brinjal')).toEqual(expect.arrayContaining(['eggplant', 'zucchini', 'cauliflower']));
  });

  it('are read with the first word, and shared with those that are in use', async () => {
    const deferred = deferredWordVectors();
    expect([deferred.size, deferred.dimensions]).toEqual([341_479, 100]);
    expect(deferred.rowOf('football')).toBe(deferredWordVectors().rowOf('football'));
    expect(deferred.buffer).toBe((await loadWordVectors()).buffer);
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
