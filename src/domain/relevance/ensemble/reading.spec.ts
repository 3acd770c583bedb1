import type { Learner } from '../training/learner.js';
import { gatherTrainingSet } from '../training/training-set.js';
import { learningFrom, readAs, setAs } from './reading.js';

const page = (url: string, text: string) => ({ url, title: 'Title', description: 'About', text });
const documents = (count: number, text: string) =>
  Array.from({ length: count }, (_, i) => page(`http://${text}${i}.example/soft-cheese`, `${text} words here`));
const set = (negatives: number) =>
  gatherTrainingSet({
    config: {},
    keywords: [],
    positives: documents(3, 'good'),
    negatives: documents(negatives, 'bad'),
    background: documents(20, 'general'),
    vectors: null,
    rng: { next: () => 0, below: () => 0, save: () => new Uint32Array(4), restore: () => undefined },
  });

describe('what a member of an ensemble reads', () => {
  it('is the page, its beginning up to a word, or its title and the words of its address', () => {
    const long = page('http://a.example/soft-cheese', `${'word '.repeat(200)}end`);
    expect(readAs('page', long)).toBe(long);
    const beginning = readAs('beginning', long);
    expect(beginning.text).toBe('word '.repeat(144).trimEnd());
    expect(beginning.description).toBe('About');
    const name = readAs('name', long);
    expect([name.title, name.description]).toEqual(['Title', '']);
    expect(name.text).toContain('cheese');
    expect(name.text).not.toContain('word');
    expect(readAs('name', page('', 'text')).text).toBe('');
  });

  it('leaves a short page and one without spaces as they can be', () => {
    const short = page('', 'a few words');
    expect(readAs('beginning', short)).toBe(short);
    expect(readAs('beginning', page('', 'x'.repeat(2_000))).text).toBe('x'.repeat(720));
  });

  it('changes the documents of a training set and nothing else', () => {
    const whole = set(12);
    const named = setAs('name', whole);
    expect(setAs('page', whole)).toBe(whole);
    expect(named.labels).toBe(whole.labels);
    expect(named.documents).toHaveLength(whole.documents.length);
    expect(named.words).not.toContain('here');
    expect(named.words).toContain('cheese');
  });
});

describe('what a member learns from', () => {
  const fittedTo = (negatives: number, train: readonly number[]): readonly number[] => {
    let seen: readonly number[] = [];
    const learner: Learner = {
      fit: (given) => {
        seen = given;
        return {
          margin: () => 0,
          wordsMargin: () => 0,
          scorer: () => ({ margin: () => 0, textMargin: () => 0, save: () => ({}) }),
        };
      },
    };
    learningFrom('examples', learner, set(negatives)).fit(train);
    return seen;
  };

  it('is the examples, without general text', () => {
    expect(fittedTo(12, [0, 1, 5, 20, 30])).toEqual([0, 1, 5]);
  });

  it('is everything where there are few irrelevant examples, or only one class of them', () => {
    expect(fittedTo(4, [0, 1, 5, 20])).toEqual([0, 1, 5, 20]);
    expect(fittedTo(12, [0, 1, 20])).toEqual([0, 1, 20]);
  });
});
