import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import { communityWeb } from '../../../../test/support/toy-web.js';
import { createRng } from '../../base/rng.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import { transferLinks } from './transfer.js';
import { NAME, VERSION } from './ache-policy.js';
import { ache } from './index.js';
import { LinkLearning } from './link-learning.js';
import { type LinkWords, WordNumbers } from './link-words.js';

const linkIn = (words: WordNumbers, anchor: string): LinkWords =>
  words.wordsOf({ anchor, before: '', after: '', url: 'http://site.example/' });

/** A session whose candidates have thousands of words that no learned part uses. */
function learnt(): { words: WordNumbers; learning: LinkLearning } {
  const words = new WordNumbers();
  for (let i = 0; i < 2_000; i++) linkIn(words, `unused${i}x`);
  const learning = new LinkLearning(60, createRng(1));
  for (let i = 0; i < 60; i++) {
    learning.add(linkIn(words, i % 2 === 0 ? 'cheese recipe' : 'engine market'), i % 2 === 0);
    learning.trainWhenDue();
  }
  return { words, learning };
}

describe('what ACHE hands on', () => {
  it('is the classifier and its examples, with the words that these need', () => {
    const { words, learning } = learnt();
    const saved = { policy: NAME, version: VERSION, words: words.save(), learnt: learning.save() };
    const given = SnapshotReader.of(transferLinks(SnapshotReader.of(saved)));
    expect(given.strings('words').length).toBeLessThan(10);
    const other = { words: new WordNumbers(), learning: new LinkLearning(60, createRng(2)) };
    other.words.restore(given.strings('words'));
    other.learning.inherit(given);
    for (const anchor of ['recipes of cheese', 'market', 'unused7x'])
      expect(other.learning.classifier.probability(linkIn(other.words, anchor))).toBe(
        learning.classifier.probability(linkIn(words, anchor)),
      );
    expect(other.learning.stats()).toMatchObject({ positives: 30, negatives: 30, classifierVersion: 1 });
    // It trains again from both, and finds the words of the examples at their numbers.
    for (let i = 0; i < 60; i++) {
      other.learning.add(linkIn(other.words, 'engine market'), false);
      other.learning.trainWhenDue();
    }
    expect(other.learning.classifier.version).toBe(2);
    expect(other.learning.classifier.probability(linkIn(other.words, 'cheese'))).toBeGreaterThan(0.5);
  });

  it('is nothing before the first training', () => {
    const crawl = new ToyCrawl(communityWeb({ domains: 5, pagesPerDomain: 5 }), {
      ...ache,
      create: ache.create,
    }).start();
    expect(() => transferLinks(SnapshotReader.of(crawl.policy.save()))).toThrow(/learnt nothing/);
  });
});
