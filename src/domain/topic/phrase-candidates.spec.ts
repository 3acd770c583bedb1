import fc from 'fast-check';
import type { DocumentText } from '../text/document-text.js';
import { KeywordOccurrences } from './keyword-occurrences.js';
import { createKeywordMatching } from './keyword-matching.js';
import type { Keyword } from './keyword-set.js';
import { findPhrases, type PhraseMethod, stemsKey } from './phrase-candidates.js';

const find = (
  texts: string[],
  methods: PhraseMethod[] = ['rake', 'collocation'],
  minDocuments = 2,
): [string, string, number][] =>
  findPhrases(texts, new Set(methods), minDocuments).map(({ text, method, documents }) => [text, method, documents]);

describe('key phrases of texts', () => {
  /** Each word in two texts, each pair in only one: too rare to be found, but the background for the others. */
  const letters = Array.from('abcdefghijklmnopqrst');
  const noise = letters.map((letter, i) => `noise${letter} noise${letters[(i + 1) % letters.length]}. `.repeat(10));
  const corpus = [
    'The ice cream of Rome.',
    'An ice cream is an ice cream.',
    'Ice creams and the sea.',
    'The sea, the sea.',
    ...noise,
  ];

  it("are RAKE's and collocations, inflections as one, each once", () => {
    expect(find(corpus, ['rake'])).toEqual([['ice cream', 'rake', 3]]);
    expect(find(corpus, ['collocation'])).toEqual([['ice cream', 'collocation', 3]]);
    expect(find(corpus)).toEqual([['ice cream', 'rake', 3]]);
    expect(find(corpus, ['rake', 'collocation'], 4)).toEqual([]);
  });

  it('leave out parts that do not stand alone', () => {
    const whole = Array.from({ length: 10 }, () => 'the carbon dioxide emissions of towns');
    expect(find([...whole, ...noise], ['collocation']).map(([text]) => text)).toEqual(['carbon dioxide emissions']);
    const alone = [...whole, ...noise, ...Array.from({ length: 10 }, () => 'some carbon dioxide is here')];
    expect(
      find(alone, ['collocation'])
        .map(([text]) => text)
        .sort(),
    ).toEqual(['carbon dioxide', 'carbon dioxide emissions']);
  });

  it('are each in as many texts as they say, two words at least, and different by stems', () => {
    const word = fc.constantFrom('ice', 'cream', 'creams', 'wood', 'oven', 'ovens', 'the', '.', '12');
    const text = fc.array(word, { maxLength: 15 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 15 }), (texts) => {
        const found = findPhrases(texts, new Set(['rake', 'collocation']), 2);
        for (const { text: phrase, documents } of found) {
          expect(phrase.split(' ').length).toBeGreaterThanOrEqual(2);
          expect(documents).toBeGreaterThanOrEqual(2);
          expect(documents).toBeLessThanOrEqual(
            texts.filter((one) => ` ${stemsKey(one)} `.includes(` ${stemsKey(phrase)} `)).length,
          );
        }
        expect(new Set(found.map(({ text: phrase }) => stemsKey(phrase))).size).toBe(found.length);
      }),
    );
  });
});

describe('occurrences of keywords', () => {
  it('are those that matching finds', () => {
    const words = ['ice', 'cream', 'creams', 'oven', 'the', 'sea'];
    const doc = fc
      .array(fc.constantFrom(...words), { maxLength: 12 })
      .map((list): DocumentText => ({ url: '', title: '', description: '', text: list.join(' ') }));
    const set = ['ice cream', 'oven', 'sea', 'cream'].map((text): Keyword => ({
      text,
      kind: text.includes(' ') ? 'phrase' : 'keyword',
      origin: 'user',
      similarity: 1,
    }));
    fc.assert(
      fc.property(fc.array(doc, { maxLength: 8 }), (documents) => {
        const counted = KeywordOccurrences.count(
          set.map(({ text }) => text),
          documents,
        );
        documents.forEach(({ text }, at) => {
          const expected = createKeywordMatching(set).countIn(text);
          const ofDocument = set
            .map((_, term) => counted.of(term))
            .map(({ documents: places, counts }) => counts[places.indexOf(at)] ?? 0);
          expect(ofDocument.reduce((a, b) => a + b)).toBe(expected.keywords + expected.phrases);
          expect(ofDocument.filter((count) => count > 0)).toHaveLength(expected.distinct);
          expect(counted.words[at]).toBe(expected.words);
        });
        expect(counted.select([1]).of(0)).toEqual(counted.of(1));
      }),
    );
  });
});
