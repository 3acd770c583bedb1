import { toyDocuments, toyKeywords, toyVectors } from '../../../../test/contracts/relevance-toy-topic.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../base/snapshot.js';
import { createRng } from '../../base/rng.js';
import type { TrainingInput } from '../training/types.js';
import type { Classifier } from '../relevance-model.js';
import { probeDelayMs, retryDelayMs } from './back-off.js';
import { addressOf, httpConfigSchema, type HttpConfig } from './http-config.js';
import { http } from './index.js';

const vectors = toyVectors();
const config = (more: object = {}): HttpConfig =>
  httpConfigSchema.parse({ url: 'https://classifier.example/score', ...more });
const on = toyDocuments('topic', 30, 1);
const off = toyDocuments('other', 40, 2);
const input = (more: Partial<TrainingInput<HttpConfig>> = {}): TrainingInput<HttpConfig> => ({
  config: config(),
  keywords: toyKeywords(),
  positives: on,
  negatives: off,
  background: [],
  vectors,
  rng: createRng(1),
  ...more,
});
const classifier: Classifier = {
  scoreMany: async (documents) => documents.map(({ text }) => (text.includes('topicword') ? 0.8 : 0.3)),
};

describe('settings of an http model', () => {
  it('are completed', () => {
    expect(config()).toEqual({
      url: 'https://classifier.example/score',
      threshold: 0.5,
      batchSize: 16,
      maxWaitMs: 10,
      concurrency: 4,
      timeoutMs: 10_000,
      retries: 3,
      maxOutageMs: 900_000,
      maxChars: 20_000,
      anchors: 'auto',
      measureOn: 400,
    });
    expect(addressOf(config({ url: 'https://c.example:8443/score?key=hush' }))).toBe('https://c.example:8443/score');
  });

  it.each([
    ['url', undefined, /string/],
    ['url', 'classifier.example/score', /absolute URL/],
    ['url', 'ftp://classifier.example/score', /http or https/],
    ['url', 'https://me:hush@classifier.example/', /authorization/],
    ['url', 'https://classifier.example/#top', /fragment/],
    ['batchSize', 257, /256/],
    ['batchSize', 0, /1/],
    ['threshold', 1.1, /1/],
    ['retries', 11, /10/],
    ['concurrency', 17, /16/],
    ['anchors', 'linear-svm', /keyword-vectors/],
    ['authorization', { secret: 'not a name' }, /name of letters/],
    ['authorization', 'Bearer hush', /object/],
    ['headers', { authorization: 'Bearer hush' }, /headers/],
  ])('%s %j is refused', (field, value, message) => {
    const { error } = httpConfigSchema.safeParse({ url: 'https://classifier.example/', [field]: value });
    expect(error?.issues).toHaveLength(1);
    const [issue] = error?.issues ?? [];
    expect(issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]).toBe(field);
    expect(issue.message).toMatch(message);
  });
});

describe('an http model', () => {
  it.each(['auto', 'keyword-vectors', 'short-texts'])(
    'judges anchors by itself (%s), and scores alike after save and restore',
    async (anchors) => {
      const model = http.train(input({ config: config({ anchors, threshold: 0.6 }) }));
      expect(model.threshold).toBe(0.6);
      const restored = http.restore(decodeSnapshot(encodeSnapshot(model.save())), {
        vectors,
        classifierFor: () => classifier,
      });
      expect(restored).toMatchObject({ kind: 'http', threshold: 0.6, maxOutageMs: 900_000, window: 80 });
      const mean = (documents: typeof on): number =>
        documents.reduce((sum, { title }) => sum + restored.scoreText(title), 0) / documents.length;
      expect(mean(toyDocuments('topic', 30, 5))).toBeGreaterThan(mean(toyDocuments('other', 30, 6)) + 0.2);
      for (const { title } of [...on, ...off]) expect(restored.scoreText(title)).toBe(model.scoreText(title));
      expect(await restored.scoreMany([on[0]], { signal: new AbortController().signal, patienceMs: 0 })).toEqual(
        await classifier.scoreMany([on[0]], {
          signal: new AbortController().signal,
          patienceMs: 0,
        }),
      );
    },
  );

  it('does without keywords and examples: all anchors are alike', () => {
    const model = http.train(input({ keywords: [], positives: [], negatives: [] }));
    expect(model.scoreText('topicword')).toBe(model.scoreText('anything else'));
    const restored = http.restore(decodeSnapshot(encodeSnapshot(model.save())), {
      vectors,
      classifierFor: () => classifier,
    });
    expect(restored.scoreText('x')).toBe(model.scoreText('x'));
  });

  it('reports the missing data for the requested anchors', () => {
    expect(() => http.train(input({ config: config({ anchors: 'short-texts' }), positives: [] }))).toThrow(
      expect.objectContaining({ need: 'positives' }),
    );
    expect(() => http.train(input({ config: config({ anchors: 'keyword-vectors' }), keywords: [] }))).toThrow(
      expect.objectContaining({ need: 'keywords' }),
    );
  });

  it('is measured by the given scores', () => {
    const model = http.train(input());
    const right = [...on.map(() => 0.9), ...off.map(() => 0.1)];
    expect(http.measure(model, input(), right)).toMatchObject({
      precision: 1,
      recall: 1,
      f1: 1,
      averagePrecision: 1,
      positives: 30,
      negatives: 40,
      warnings: [],
    });
    const half = [...on.map((_, i) => (i % 2 === 0 ? 0.9 : 0.4)), ...off.map(() => 0.1)];
    expect(http.measure(model, input(), half)).toMatchObject({ precision: 1, recall: 0.5, averagePrecision: 1 });
    expect(http.measure(model, input({ positives: [], negatives: [] }), [])).toMatchObject({
      precision: null,
      warnings: ['not-measured'],
    });
    expect(() => http.measure(model, input(), [1])).toThrow(RangeError);
  });

  it('is not restored without a way to its classifier, or from what is none', () => {
    const saved = decodeSnapshot(encodeSnapshot(http.train(input()).save()));
    expect(() => http.restore(saved, { vectors })).toThrow(RangeError);
    const resources = { vectors, classifierFor: () => classifier };
    const damages: Snapshot[] = [
      { version: 2 },
      { config: '{}' },
      { config: '{' },
      { anchors: 7 },
      { anchors: { kind: 'x' } },
    ];
    for (const broken of damages) {
      expect(() => http.restore({ ...saved, ...broken }, resources)).toThrow(RangeError);
    }
  });

  it('waits longer each time, and as long as it is asked to, within bounds', () => {
    const longest = (random: number): number[] =>
      Array.from({ length: 12 }, (_, attempt) => retryDelayMs(attempt, random, null));
    expect(longest(0)).toEqual(longest(0).map(() => 0));
    expect(longest(1)).toEqual([...longest(1)].sort((a, b) => a - b));
    expect(Math.max(...longest(1))).toBe(10_000);
    expect(retryDelayMs(0, 0.5, 5_000)).toBe(5_000);
    expect(retryDelayMs(0, 0.5, 3_600_000)).toBe(60_000);
    expect(probeDelayMs(1, 0, null)).toBe(500);
    expect(probeDelayMs(1, 1, null)).toBe(1_000);
    expect(probeDelayMs(40, 1, null)).toBe(30_000);
  });
});
