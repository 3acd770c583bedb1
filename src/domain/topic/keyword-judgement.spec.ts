import fc from 'fast-check';
import type { DocumentText } from '../text/document-text.js';
import { averagePrecision } from '../learning/calibration-measures.js';
import { createRng } from '../base/rng.js';
import { aucDifferenceZ, rankingOf } from './auc-difference.js';
import type { Keyword } from './keyword-set.js';
import { keywordStatistics } from './keyword-statistics.js';

const keyword = (text: string): Keyword => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});
const doc = (text: string): DocumentText => ({ url: '', title: '', description: '', text });
/** Documents that contain each word with the given probability. */
function documents(count: number, shares: Readonly<Record<string, number>>, seed: number): DocumentText[] {
  const rng = createRng(seed);
  return Array.from({ length: count }, () =>
    doc(
      Object.entries(shares)
        .map(([word, share]) => (rng.next() < share ? word : 'filler'))
        .join(' '),
    ),
  );
}
const verdicts = (set: string[], relevant: DocumentText[], others: DocumentText[]): string[] =>
  keywordStatistics(set.map(keyword), relevant, others).keywords.map(({ verdict }) => verdict);

describe('statistics of a keyword set', () => {
  it('counts places, different keywords and pages with any, per page', () => {
    const relevant = [doc('Pizza pizzas and ice cream'), doc('nothing')];
    const { relevant: found, others } = keywordStatistics([keyword('pizza'), keyword('ice cream')], relevant, [
      doc('an ice age'),
      doc('cream pizza'),
    ]);
    expect(found).toEqual({ documents: 2, meanCount: 1.5, meanDistinct: 1, share: 0.5, meanWords: 3 });
    expect(others).toEqual({ documents: 2, meanCount: 0.5, meanDistinct: 0.5, share: 0.5, meanWords: 2.5 });
  });

  it('reads the title and the description too', () => {
    const page = { url: '', title: 'Pizza', description: 'the pizza', text: 'oven' };
    expect(keywordStatistics([keyword('pizza')], [page], []).relevant.meanCount).toBe(2);
  });

  it('is all nought without documents or keywords', () => {
    const none = { documents: 0, meanCount: 0, meanDistinct: 0, share: 0, meanWords: 0 };
    expect(keywordStatistics([], [], [])).toEqual({ relevant: none, others: none, averagePrecision: 0, keywords: [] });
  });
});

describe('what a keyword does', () => {
  const relevant = documents(200, { oven: 0.8, 'page page page': 0.5, tax: 0.02, salt: 0.3 }, 1);
  const others = documents(400, { oven: 0.05, 'page page page': 0.5, tax: 0.4, salt: 0.3 }, 2);

  it('tells helpful, useless and harmful keywords apart', () => {
    const { keywords } = keywordStatistics(['oven', 'page', 'tax', 'unicorn'].map(keyword), relevant, others);
    expect(keywords.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['oven', 'helps'],
      ['page', 'hurts'],
      ['tax', 'hurts'],
      ['unicorn', 'unseen'],
    ]);
    expect(keywords[0].effect).toBeGreaterThan(0.05);
    expect(keywords[2].reason).toContain('of relevant and');
    for (const { effect, verdict } of keywords) if (verdict === 'hurts') expect(effect).toBeLessThan(0);
  });

  it('says nothing against a keyword it has seen too little of', () => {
    expect(verdicts(['tax'], relevant.slice(0, 9), others)).toEqual(['neutral']);
    expect(verdicts(['tax'], relevant, others.slice(0, 19))).toEqual(['neutral']);
    expect(
      verdicts(['rare', 'oven'], relevant, [...others, doc('rare'), doc('rare'), doc('rare'), doc('rare')])[0],
    ).toBe('neutral');
  });

  it('calls chance harmful once in twenty sets at most', () => {
    const names = Array.from({ length: 30 }, (_, i) => `word${i}`);
    const shares = Object.fromEntries(names.map((name, i) => [name, 0.02 + i / 60]));
    const guilty = Array.from({ length: 40 }, (_, i) =>
      verdicts(names, documents(100, shares, 100 + i), documents(200, shares, 900 + i)),
    ).filter((set) => set.includes('hurts'));
    expect(guilty.length).toBeLessThanOrEqual(5);
  });

  it('measures the effect as the difference of average precisions', () => {
    const set = ['oven', 'page'].map(keyword);
    const both = keywordStatistics(set, relevant, others);
    const one = keywordStatistics([set[0]], relevant, others);
    expect(both.keywords[1].effect).toBeCloseTo(both.averagePrecision - one.averagePrecision, 12);
  });
});

describe('ranking', () => {
  const labelled = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 1)), {
    minLength: 2,
    maxLength: 40,
  });

  it('agrees with the average precision of the measures, and with counting pairs', () => {
    fc.assert(
      fc.property(labelled, (list) => {
        const scores = Float64Array.from(list, ([score]) => score);
        const labels = list.map(([, label]) => label);
        fc.pre(labels.includes(0) && labels.includes(1));
        const { averagePrecision: precision, auc, placements } = rankingOf(scores, labels);
        expect(precision).toBeCloseTo(averagePrecision(scores, labels), 12);
        let pairs = 0;
        let won = 0;
        list.forEach(([a, one], i) =>
          list.forEach(([b, other], k) => {
            if (one !== 1 || other !== 0) return;
            pairs++;
            const value = a > b ? 1 : a === b ? 0.5 : 0;
            won += value;
            expect(placements[i]).toBeLessThanOrEqual(1);
            expect(placements[k]).toBeLessThanOrEqual(1);
          }),
        );
        expect(auc).toBeCloseTo(won / pairs, 12);
      }),
    );
  });

  it('finds no difference of a ranking with itself, and the opposite one turned round', () => {
    const labels = [1, 1, 1, 0, 0, 0, 0];
    const good = rankingOf(Float64Array.of(7, 6, 3, 5, 2, 1, 0), labels);
    const bad = rankingOf(Float64Array.of(0, 3, 2, 6, 4, 7, 1), labels);
    expect(aucDifferenceZ(good, good, labels)).toBe(0);
    expect(aucDifferenceZ(good, bad, labels)).toBeGreaterThan(1);
    expect(aucDifferenceZ(bad, good, labels)).toBeCloseTo(-aucDifferenceZ(good, bad, labels), 12);
  });
});
