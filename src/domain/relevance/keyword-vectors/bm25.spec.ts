import { createRng } from '../../base/rng.js';
import { encodeSnapshot, type Snapshot } from '../../base/snapshot.js';
import { openWordVectors, WordVectorsBuilder, type WordVectors } from '../../learning/word-vectors.js';
import type { DocumentText } from '../../text/document-text.js';
import type { Keyword } from '../../topic/index.js';
import type { RelevanceModel } from '../relevance-model.js';
import { keywordVectors } from './index.js';

const keyword = (text: string): Keyword => ({ text, kind: 'keyword', origin: 'user', similarity: 1 });
const modelOf = (keywords: readonly string[], vectors: WordVectors | null = null): RelevanceModel =>
  keywordVectors.train({
    config: keywordVectors.configSchema.parse({}),
    keywords: keywords.map(keyword),
    positives: [],
    negatives: [],
    background: [],
    vectors,
    rng: createRng(1),
  });
const model = modelOf(['cheese', 'milk', 'rennet', 'curd', 'whey']);
const filler = (words: number): string => 'ordinary prose about nothing '.repeat(words / 4);
const page = (text: string, title = ''): DocumentText => ({ url: '', title, description: '', text });
const score = (text: string, title = ''): number => model.score(page(text, title));

/** Some thousand words, most frequent first, with equal meanings: only their rarity differs. */
function rankedVectors(): WordVectors {
  const words = ['milk', ...Array.from({ length: 5_000 }, (_, i) => `word${i}`), 'rennet'];
  const builder = new WordVectorsBuilder(words, 2);
  words.forEach((_, row) => builder.setRow(row, [1, 0]));
  return openWordVectors(builder.finish());
}

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

  const vectors = rankedVectors();
  const ranked = modelOf(['milk', 'rennet', 'clabber'], vectors);
  const saved = ranked.save() as Record<string, Record<string, unknown>>;
  const { rarity, ...scorer } = saved.scorer;
  const snapshot = { ...saved, version: 2, scorer } as Snapshot;
  const old = keywordVectors.restore(snapshot, { vectors });
  const about = (model: RelevanceModel, words: string): number => model.score(page(`${words} ${filler(200)}`));

  it('weigh more the rarer they are', () => {
    expect(about(ranked, 'rennet')).toBeGreaterThan(about(ranked, 'milk'));
    expect(about(ranked, 'milk')).toBeLessThan(about(old, 'milk'));
    expect(about(ranked, 'clabber')).toBeGreaterThan(about(old, 'clabber'));
    const unranked = modelOf(['milk', 'rennet']);
    expect(about(unranked, 'rennet')).toBe(about(unranked, 'milk'));
  });

  it('of several words are as rare as the rarest of these', () => {
    const phrases = modelOf(['milk word1', 'milk rennet'], vectors);
    expect(about(phrases, 'milk rennet')).toBeGreaterThan(about(phrases, 'milk word1'));
  });

  it('weigh all the same in a model of version 2, which is saved as it was', () => {
    expect(rarity).toBeGreaterThan(0);
    expect(about(old, 'rennet')).toBe(about(old, 'milk'));
    expect(encodeSnapshot(old.save())).toEqual(encodeSnapshot(snapshot));
    const restored = keywordVectors.restore(ranked.save(), { vectors });
    expect(about(restored, 'rennet')).toBe(about(ranked, 'rennet'));
  });
});
