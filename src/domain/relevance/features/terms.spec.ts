import type { DocumentText } from '../../text/document-text.js';
import { createRng } from '../../base/rng.js';
import { openWordVectors, WordVectorsBuilder } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { withoutTopic } from '../training/background-screening.js';
import type { TrainingInput } from '../training/types.js';
import { selectTerms, termBags, Vocabulary } from './terms.js';
import { topicality } from './topicality.js';
import { gatherTrainingSet } from '../training/training-set.js';

const doc = (title: string, text: string, url = ''): DocumentText => ({ url, title, description: '', text });
const keyword = (text: string): Keyword => ({ text, kind: 'keyword', origin: 'user', similarity: 1 });
const inputOf = (part: Partial<TrainingInput>): TrainingInput => ({
  config: {},
  keywords: [],
  positives: [],
  negatives: [],
  background: [],
  vectors: null,
  rng: createRng(1),
  ...part,
});
const bagsOf = (documents: DocumentText[], bigrams = false): ReturnType<typeof termBags> =>
  termBags(gatherTrainingSet(inputOf({ positives: documents })), { titleWeight: 3, bigrams });

/** Angles in degrees; most words are far from the topic's. */
const FAR = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`far${i}`, 80 + i]));
const ANGLES = { ...FAR, cheese: 0, butter: 10, bread: 25, engine: 90, wheel: 100, road: 80, stone: 120 };
const builder = new WordVectorsBuilder(Object.keys(ANGLES), 2);
Object.values(ANGLES).forEach((angle, row) =>
  builder.setRow(row, [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]),
);
const vectors = openWordVectors(builder.finish());

describe('terms', () => {
  it('are stems of content words; the title weighs more', () => {
    const { terms, ids, amounts } = bagsOf([doc('The Cheeses', 'Cheese and 42 engines; an engine, a b')]);
    expect(Object.fromEntries(Array.from(ids[0], (id, k) => [terms[id], amounts[0][k]]))).toEqual({
      chees: 4,
      engin: 2,
    });
  });

  it('are pairs too where wanted, over stop words, not across fields', () => {
    expect(bagsOf([doc('cheese', 'bread and butter')], true).terms).toEqual([
      'chees',
      'bread',
      'butter',
      'bread butter',
    ]);
  });

  it.each([false, true])('are counted alike in training and in use (pairs: %s)', (bigrams) => {
    const page = doc('Bread of the road', 'Butter on bread, roads; stone wheel the wheels butter on bread');
    const { terms, ids, amounts, ofWords } = bagsOf([page], bigrams);
    const vocabulary = new Vocabulary(terms, { titleWeight: 3, bigrams });
    const expected = Array.from(ids[0], (id, k) => [id, amounts[0][k]]);
    const counted = (): number[][] => vocabulary.count(page, (found, of) => found.map((id) => [id, of[id]]));
    expect(counted()).toEqual(expected);
    expect(counted()).toEqual(expected);
    expect(vocabulary.ofText('The butter, bread & butter')).toEqual(ofWords(['the', 'butter', 'bread', 'butter']));
  });

  it('are kept by the number of documents they stand in', () => {
    const bags = bagsOf([doc('', 'cheese bread'), doc('', 'cheese bread'), doc('', 'cheese road'), doc('', 'cheese')]);
    const kept = (min: number, share: number, limit: number): string[] =>
      Array.from(selectTerms(bags, [0, 1, 2, 3], min, share, limit), (id) => bags.terms[id]);
    expect(kept(1, 1, 10)).toEqual(['chees', 'bread', 'road']);
    expect(kept(2, 1, 10)).toEqual(['chees', 'bread']);
    expect(kept(1, 0.5, 10)).toEqual(['bread', 'road']);
    expect(kept(1, 1, 1)).toEqual(['chees']);
  });
});

describe('bounds of terms', () => {
  const documents = [doc('', 'cheese butter engines stone unheardof')];
  const factorsOf = (
    negatives: number,
    bounds: 'always' | 'few-negatives' | 'never',
    keywords = [keyword('cheese')],
  ): Map<string, number> | null => {
    const input = inputOf({
      positives: documents,
      negatives: new Array<DocumentText>(negatives).fill(doc('', 'road')),
      keywords,
      vectors,
    });
    const set = gatherTrainingSet(input);
    const bags = termBags(set, { titleWeight: 3, bigrams: false });
    const factors = topicality(bags, set, input, bounds);
    return factors === null ? null : new Map(bags.terms.map((term, id) => [term, factors[id]]));
  };

  it('let the keywords count fully, what is like them more than what is not, and nothing vanish', () => {
    const factors = factorsOf(0, 'always');
    expect(factors?.get('chees')).toBe(1);
    expect(factors?.get('butter')).toBeGreaterThan(factors?.get('engin') ?? 1);
    expect(factors?.get('unheardof')).toBeCloseTo(0.01, 5);
    expect(factors?.get('engin')).toBeCloseTo(0.01, 5);
  });

  it('end where irrelevant examples can speak, unless wanted', () => {
    expect(factorsOf(49, 'few-negatives')).not.toBeNull();
    expect(factorsOf(50, 'few-negatives')).toBeNull();
    expect(factorsOf(50, 'always')).not.toBeNull();
    expect(factorsOf(0, 'never')).toBeNull();
    expect(factorsOf(0, 'always', [keyword('unheardof')])).toBeNull();
  });
});

describe('general text against a topic', () => {
  it('is without documents that hold a keyword, and without those most like the topic', () => {
    const others = Array.from({ length: 38 }, (_, i) => doc(`d${i}`, i % 2 === 0 ? 'engine wheel' : 'stone road'));
    const background = [doc('holds', 'the cheeses of the road'), doc('alike', 'bread butter'), ...others];
    const kept = withoutTopic(background, { keywords: [keyword('cheese')], positives: [], vectors }).map(
      ({ title }) => title,
    );
    expect(kept).not.toContain('holds');
    expect(kept).not.toContain('alike');
    expect(kept).toHaveLength(37);
    expect(withoutTopic(background, { keywords: [keyword('cheese')], positives: [], vectors: null })).toHaveLength(39);
  });

  it('is measured against the relevant examples where there are no keywords', () => {
    const others = Array.from({ length: 39 }, () => doc('', 'engine wheel'));
    const kept = withoutTopic([doc('alike', 'bread'), ...others], {
      keywords: [],
      positives: [doc('', 'cheese butter')],
      vectors,
    });
    expect(kept).toHaveLength(38);
    expect(kept.some(({ title }) => title === 'alike')).toBe(false);
  });

  it('is added only where irrelevant examples are few', () => {
    const many = Array.from({ length: 200 }, (_, i) => doc('', 'road', `http://s${i}.example/`));
    const background = [doc('', 'stone'), doc('', 'wheel')];
    expect(gatherTrainingSet(inputOf({ negatives: many, background })).background).toBe(0);
    expect(gatherTrainingSet(inputOf({ negatives: many.slice(1), background })).background).toBe(2);
  });
});
