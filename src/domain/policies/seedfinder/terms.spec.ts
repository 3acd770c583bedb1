import { decodeSnapshot, encodeSnapshot } from '../../base/snapshot.js';
import { documentTerms, queryOf, termOf, TermScores, termsOf } from './terms.js';

const MAX_CHARS = 200;

describe('the terms of a document', () => {
  it('are its words with their shares, without those that say nothing', () => {
    const terms = documentTerms('The cheese of the cheese maker, 1234 and Ab, in a CHEESE shop');
    // cheese ×3, maker, 1234, ab, shop: seven words that are not stop words.
    expect([...terms]).toEqual([
      ['cheese', 3 / 7],
      ['maker', 1 / 7],
      ['shop', 1 / 7],
    ]);
  });

  it('are bounded in number and length', () => {
    const words = Array.from({ length: 3_000 }, (_, i) => `w${'abcdefghij'[i % 10]}${'xyz'.repeat(i % 15)}${i}`);
    expect(documentTerms(words.join(' ')).size).toBeLessThanOrEqual(200);
    expect(documentTerms('x'.repeat(100_000)).size).toBe(0);
    expect(documentTerms('').size).toBe(0);
  });
});

describe('a query', () => {
  it.each([
    [['cheese'], 'cheese'],
    [['goat cheese', 'brie'], '"goat cheese" brie'],
  ])('%j is %s, and back', (terms, query) => {
    expect(queryOf(terms)).toBe(query);
    expect(termsOf(query)).toEqual(terms);
  });

  it('has keywords without what engines take for orders', () => {
    expect(termOf('"Goat"-cheese OR -x:')).toBe('goat cheese or x');
    expect(termOf(' !? ')).toBeNull();
    expect(termOf('x'.repeat(61))).toBeNull();
  });
});

describe('scores of terms', () => {
  it('give the best terms, one of them unused', () => {
    const scores = new TermScores(0.01, 100);
    for (const term of ['bread', 'cheese', 'olive']) scores.begin(term);
    expect(scores.next(2, MAX_CHARS)?.terms).toEqual(['bread', 'cheese']);
    scores.use(['bread', 'cheese']);
    expect(scores.next(2, MAX_CHARS)?.terms).toEqual(['bread', 'olive']);
    scores.add([
      ['feta', 0.5],
      ['engine', -0.5],
      ['cheese', 0.2],
    ]);
    expect(scores.next(1, MAX_CHARS)?.terms).toEqual(['feta']);
    expect(scores.next(3, MAX_CHARS)?.terms).toEqual(['feta', 'cheese', 'bread']);
    expect(scores.next(9, MAX_CHARS)?.terms).toEqual(['feta', 'cheese', 'bread', 'olive']);
    expect(scores.next(9, 12)?.terms).toEqual(['feta', 'cheese']);
    scores.weigh(['feta', 'olive'], 0);
    // The remaining ones have been used.
    expect(scores.next(9, MAX_CHARS)).toBeNull();
  });

  it('are asked for again when their query had no hits and none is unused, the longest ago first', () => {
    const scores = new TermScores(0.01, 100);
    for (const term of ['bread', 'cheese', 'olive']) scores.begin(term);
    scores.use(['bread', 'cheese']);
    scores.leaveUnanswered(['bread', 'cheese']);
    expect(scores.next(1, MAX_CHARS)).toEqual({ terms: ['olive'], isRepeated: false });
    scores.use(['olive']);
    expect(scores.next(1, MAX_CHARS)).toEqual({ terms: ['bread'], isRepeated: true });
    scores.use(['bread']);
    scores.leaveUnanswered(['bread']);
    expect(scores.next(1, MAX_CHARS)?.terms).toEqual(['cheese']);
    const other = new TermScores(0.01, 100);
    other.restore(decodeSnapshot(encodeSnapshot(scores.save())));
    // A query with hits is an answer.
    other.use(['cheese']);
    expect(other.next(1, MAX_CHARS)?.terms).toEqual(['bread']);
    other.weigh(['bread'], 0);
    expect(other.next(1, MAX_CHARS)).toBeNull();
  });

  it('lose the worst unused terms when there are too many', () => {
    const scores = new TermScores(0.01, 3);
    scores.use(['used']);
    scores.add([
      ['a', 0.3],
      ['b', 0.1],
      ['c', 0.2],
      ['d', -1],
    ]);
    expect(scores.size).toBe(3);
    expect(scores.next(9, MAX_CHARS)?.terms).toEqual(['a', 'c', 'used']);
  });

  it('are saved and restored', () => {
    const scores = new TermScores(0.01, 100);
    scores.use(['bread']);
    scores.add([['olive', 0.25]]);
    const other = new TermScores(0.01, 100);
    other.restore(decodeSnapshot(encodeSnapshot(scores.save())));
    expect(other.save()).toEqual(scores.save());
    expect(other.next(2, MAX_CHARS)?.terms).toEqual(['olive', 'bread']);
  });
});
