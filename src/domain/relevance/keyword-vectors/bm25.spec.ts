import { createRng } from '../../base/rng.js';
import type { Keyword } from '../../topic/index.js';
import { keywordVectors } from './index.js';

const keyword = (text: string): Keyword => ({ text, kind: 'keyword', origin: 'user', similarity: 1 });
const model = keywordVectors.train({
  config: keywordVectors.configSchema.parse({}),
  keywords: ['cheese', 'milk', 'rennet', 'curd', 'whey'].map(keyword),
  positives: [],
  negatives: [],
  background: [],
  vectors: null,
  rng: createRng(1),
});
const filler = (words: number): string => 'ordinary prose about nothing '.repeat(words / 4);
const score = (text: string, title = ''): number => model.score({ url: '', title, description: '', text });

describe('keywords alone', () => {
  it('count by BM25: several keywords tell more than one repeated, and a short page more than a long one', () => {
    const several = score(`cheese milk curd ${filler(100)}`);
    expect(several).toBeGreaterThan(score(`cheese cheese cheese ${filler(100)}`));
    expect(several).toBeGreaterThan(score(`cheese milk curd ${filler(2_000)}`));
    expect(score(filler(100), 'Cheese')).toBeGreaterThan(score(`cheese ${filler(100)}`));
  });

  it('call a page relevant that holds most of them, and none that mentions one', () => {
    expect(score(`cheese milk rennet curd ${filler(200)}`)).toBeGreaterThan(model.threshold);
    expect(score(`cheese ${filler(400)}`)).toBeLessThan(model.threshold);
    expect(score(filler(400))).toBeLessThan(0.05);
  });
});
