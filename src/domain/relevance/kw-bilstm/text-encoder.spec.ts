import { openWordVectors, WordVectorsBuilder, type WordVectors } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { KEYWORD_FEATURES, KwTextEncoder } from './text-encoder.js';

const WORDS = ['cheese', 'recipe', 'oven', 'blue', 'farm', 'the'];

function vectors(): WordVectors {
  const builder = new WordVectorsBuilder(WORDS, 8);
  WORDS.forEach((_, row) =>
    builder.setRow(
      row,
      Array.from({ length: 8 }, (_value, i) => (i === row ? 1 : 0.1)),
    ),
  );
  return openWordVectors(builder.finish());
}

const keyword = (text: string): Keyword => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});
const BINS = 4;
const encoder = new KwTextEncoder([keyword('cheese'), keyword('blue cheese')], vectors());
const page = (text: string, url = 'http://x.example/'): ReturnType<KwTextEncoder['page']> =>
  encoder.page({ url, title: 'Recipe', description: 'farm', text }, 10, BINS);

describe('KwTextEncoder', () => {
  it('keeps known content words in order: title, description, text', () => {
    expect([...(page('the oven and blue xyzzy recipe')?.tokens ?? [])].map((row) => WORDS[row])).toEqual([
      'recipe',
      'farm',
      'oven',
      'blue',
      'recipe',
    ]);
  });

  it('reads no more words than the limit, and counts keywords beyond it', () => {
    const text = encoder.words(['oven', 'oven', 'oven', 'cheese'], 3, BINS);
    expect(text?.tokens).toHaveLength(3);
    expect([...(text?.keywords.subarray(0, BINS) ?? [])]).toEqual([0, 1, 0, 0]);
  });

  it.each([
    ['', [1, 0, 0, 0]],
    ['cheese', [0, 1, 0, 0]],
    // A phrase and the keyword in it count as two.
    ['blue cheese', [0, 1, 1, 0]],
    ['cheese cheeses blue cheese cheese cheese', [0, 1, 1, 1]],
  ])('fills bins up to the number of keywords: %s', (text, bins) => {
    expect([...(page(text)?.keywords.subarray(0, BINS) ?? [])]).toEqual(bins);
  });

  it('tells phrases and keywords in the URL', () => {
    const flags = (text: string, url?: string): number[] => [
      ...(page(text, url)?.keywords.subarray(BINS, BINS + 2) ?? []),
    ];
    expect(flags('blue oven cheese')).toEqual([0, 0]);
    expect(flags('a blue cheese')).toEqual([1, 0]);
    expect(flags('oven', 'http://x.example/cheeses/7.html')).toEqual([0, 1]);
    expect(page('')?.keywords).toHaveLength(BINS + KEYWORD_FEATURES);
  });

  it('has nothing to say of texts without a known word or keyword', () => {
    expect(encoder.words(['xyzzy', 'the', '42'], 10, BINS)).toBeNull();
    expect(encoder.words([], 10, BINS)).toBeNull();
    expect(new KwTextEncoder([keyword('xyzzy')], vectors()).words(['xyzzy'], 10, BINS)?.tokens).toHaveLength(0);
  });
});
