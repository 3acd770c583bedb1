import fc from 'fast-check';
import type { DocumentText } from '../text/document-text.js';
import { openWordVectors, WordVectorsBuilder } from '../learning/word-vectors.js';
import { type CandidateOptions, type ExpansionInput, findCandidates } from './find-candidates.js';
import { asKeyword, liftOf } from './keyword-candidate.js';
import type { Keyword } from './keyword-set.js';
import { keywordStatistics } from './keyword-statistics.js';
import { stemsKey } from './phrase-candidates.js';

/** Directions in degrees: cosines are those of the angles between words. */
const ANGLES = {
  pizza: 0,
  pasta: 40,
  lasagna: 20,
  noodle: 30,
  bread: 45,
  oven: 10,
  wood: 35,
  fired: 25,
  engine: 90,
  page: 15,
  home: 20,
};
const builder = new WordVectorsBuilder(Object.keys(ANGLES), 2);
Object.values(ANGLES).forEach((angle, row) =>
  builder.setRow(row, [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]),
);
const vectors = openWordVectors(builder.finish());

const keyword = (text: string): Keyword => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});
const doc = (text: string): DocumentText => ({ url: '', title: '', description: '', text });
const times = (count: number, text: (i: number) => string): DocumentText[] =>
  Array.from({ length: count }, (_, i) => doc(text(i)));
const given = ['pizza', 'pasta'].map(keyword);
const relevant = [
  ...times(15, (i) => `${i < 3 ? 'page' : 'sheet'} of the wood fired oven and lasagna. A noodle; an engine room.`),
  ...times(15, () => 'wood fired ovens for pizza. engine rooms, of bread.'),
];
const others = [
  ...times(20, () => 'page by page of an engine room, bread page page'),
  ...times(40, () => 'an engine with page page page to the home page'),
];
const input: ExpansionInput = {
  seeds: given,
  current: given,
  rejected: [],
  relevant,
  others,
  language: 'en',
  background: [],
};
const find = (changes: Partial<ExpansionInput> = {}, options: Partial<CandidateOptions> = {}) =>
  findCandidates({ ...input, ...changes }, vectors, options);
const texts = (...args: Parameters<typeof find>): string[] => find(...args).candidates.map(({ text }) => text);

describe('candidates for keywords', () => {
  it('are words and phrases near to the keywords, counted in both kinds of documents', () => {
    const { candidates } = find();
    expect(candidates.find(({ text }) => text === 'wood fired oven')).toMatchObject({
      kind: 'phrase',
      relevantDocuments: 30,
      otherDocuments: 0,
      backgroundDocuments: 0,
      acceptable: true,
    });
    expect(candidates.find(({ text }) => text === 'lasagna')).toMatchObject({
      kind: 'keyword',
      method: 'tres',
      relevantDocuments: 15,
      verdict: 'helps',
    });
    // Far from the keywords, however frequent.
    expect(candidates.map(({ text }) => text)).not.toEqual(expect.arrayContaining([expect.stringContaining('engine')]));
  });

  it('names the method that found them, and uses those asked for alone', () => {
    expect(new Set(find({}, { methods: ['tres'] }).candidates.map(({ method, kind }) => `${method} ${kind}`))).toEqual(
      new Set(['tres keyword']),
    );
    expect(find({}, { methods: ['collocation'] }).candidates).toEqual([
      expect.objectContaining({ method: 'collocation', text: 'wood fired oven' }),
    ]);
    expect(find({}, { methods: ['rake'] }).candidates).toEqual([
      expect.objectContaining({ method: 'rake', text: 'wood fired oven' }),
    ]);
  });

  it('never takes one that hurts, whatever the rule', () => {
    const page = find({}, { accept: {} }).candidates.find(({ text }) => text === 'page');
    expect(page).toMatchObject({ verdict: 'hurts', acceptable: false });
    expect(page?.reason).toContain('of other documents');
  });

  it('keeps away what was rejected, its inflections too, and what is a keyword already', () => {
    expect(texts({ rejected: [stemsKey('ovens'), stemsKey('wood fired ovens')] })).toEqual(
      expect.not.arrayContaining(['oven', 'wood fired oven']),
    );
    expect(texts({ current: [...given, keyword('noodles')] })).not.toContain('noodle');
  });

  it('obeys bounds on lift, similarity and number', () => {
    expect(texts({}, { minLift: 100, minPhraseLift: 100 })).toEqual([]);
    expect(texts({}, { minPhraseLift: 100 }).filter((text) => text.includes(' '))).toEqual([]);
    expect(texts({}, { maxKeywords: 1, maxPhrases: 0 })).toHaveLength(1);
    for (const { similarity } of find({}, { minSimilarity: 0.9 }).candidates)
      expect(similarity).toBeGreaterThanOrEqual(0.9);
    const rule = find({}, { accept: { methods: ['rake'] } }).candidates;
    expect(new Set(rule.filter(({ acceptable }) => acceptable).map(({ method }) => method))).toEqual(new Set(['rake']));
  });

  it('tells how often keywords stand in both kinds of documents, before and after', () => {
    const { before, after } = find();
    expect(before.relevant).toMatchObject({ documents: 30, meanCount: 0.5, share: 0.5 });
    expect(after.relevant.share).toBe(1);
    expect(after.others.meanCount).toBeLessThan(after.relevant.meanCount);
  });

  it('judges by general text where there are few irrelevant examples', () => {
    const few = others.slice(0, 5);
    expect(find({ others: few, background: [] }).candidates.every(({ verdict }) => verdict !== 'hurts')).toBe(true);
    expect(
      find({ others: few, background: others }, { accept: {} }).candidates.find(({ text }) => text === 'page')?.verdict,
    ).toBe('hurts');
  });

  it('makes a set in which none of the accepted hurts', () => {
    const word = fc.constantFrom(...Object.keys(ANGLES), 'the', '.');
    const page = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => doc(words.join(' ')));
    const list = fc.array(page, { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(list, list, (good, bad) => {
        const { candidates } = findCandidates({ ...input, relevant: good, others: bad }, vectors, { accept: {} });
        const accepted = candidates.filter(({ acceptable }) => acceptable);
        const { keywords } = keywordStatistics([...given, ...accepted.map(asKeyword)], good, bad);
        for (const { verdict } of keywords.slice(given.length)) expect(verdict).not.toBe('hurts');
        for (const { verdict, acceptable } of candidates) expect(verdict === 'hurts' && acceptable).toBe(false);
        expect(new Set(candidates.map(({ text }) => stemsKey(text))).size).toBe(candidates.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('lift', () => {
  const of = { relevant: 99, others: 199, background: 0 };

  it('is the ratio of shares in bits', () => {
    expect(liftOf({ relevant: 50, others: 50, background: 0 }, of)).toBeCloseTo(1, 1);
    expect(liftOf({ relevant: 49, others: 99, background: 0 }, of)).toBeCloseTo(0, 1);
  });

  it('takes general text for a hundred others', () => {
    const none = { relevant: 99, others: 0, background: 1_000 };
    expect(liftOf({ relevant: 50, others: 0, background: 500 }, none)).toBeCloseTo(0, 1);
    expect(liftOf({ relevant: 50, others: 0, background: 0 }, none)).toBeGreaterThan(6);
  });

  it('rises with the relevant and falls with the others, and is never infinite', () => {
    const count = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(count, count, count, (relevantOnes, otherOnes, general) => {
        const size = { relevant: 60, others: 60, background: 60 };
        const lift = liftOf({ relevant: relevantOnes, others: otherOnes, background: general }, size);
        expect(Number.isFinite(lift)).toBe(true);
        expect(liftOf({ relevant: relevantOnes + 1, others: otherOnes, background: general }, size)).toBeGreaterThan(
          lift,
        );
        expect(liftOf({ relevant: relevantOnes, others: otherOnes + 1, background: general }, size)).toBeLessThan(lift);
      }),
    );
  });
});
