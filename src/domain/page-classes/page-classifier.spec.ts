import { best, threeTopics, TOPICS } from '../../../test/support/three-topics.js';
import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { ClassCollection } from './class-collection.js';
import { PageClassifier, type WordCounts } from './page-classifier.js';

describe('PageClassifier', () => {
  const train = (general?: WordCounts[]): PageClassifier =>
    PageClassifier.train(threeTopics(30), { clusters: 3, vocabulary: 100, general }, createRng(2));

  it('learns the topics of a collection, and gives states in [-1, 1]', () => {
    const classifier = train();
    const clusters = TOPICS.map(([a, b]) =>
      best(
        classifier.stateOf(
          new Map([
            [a, 1],
            [b, 2],
          ]),
        ),
      ),
    );
    expect(new Set(clusters).size).toBe(3);
    const state = classifier.stateOf(new Map([['bread', 1]]));
    expect(state).toHaveLength(3);
    expect(state.every((value) => value >= -1 && value <= 1)).toBe(true);
  });

  it('leaves the general class out: its words say little', () => {
    const classifier = train(Array.from({ length: 50 }, () => new Map([['page', 5]])));
    const [page, bread] = ['page', 'bread'].map((word) => Math.max(...classifier.stateOf(new Map([[word, 1]]))));
    expect(page).toBeLessThan(bread / 5);
  });

  it('keeps to its vocabulary', () => {
    const classifier = PageClassifier.train(threeTopics(30), { clusters: 3, vocabulary: 1 }, createRng(2));
    expect(classifier.save().vocabulary).toEqual(['page']);
  });
});

describe('ClassCollection', () => {
  const collected = (): ClassCollection => {
    const gathered = new ClassCollection();
    for (const words of threeTopics(30)) gathered.add(words);
    return gathered;
  };

  it('learns the same classes as from the documents themselves, and tells what each is about', () => {
    const { classifier, classes } = collected().learn({ clusters: 3, vocabulary: 100 }, createRng(2));
    expect(classifier.save()).toEqual(
      PageClassifier.train(threeTopics(30), { clusters: 3, vocabulary: 100 }, createRng(2)).save(),
    );
    expect(classes.map(({ pages }) => pages)).toEqual([10, 10, 10]);
    const words = classes.map((each) => each.words.map(({ word }) => word));
    expect(words.map((of) => [...of].sort()).sort()).toEqual(TOPICS.map((of) => [...of].sort()).sort());
  });

  it('can go to another thread, and come back', () => {
    const plain = structuredClone(collected().plain());
    expect(ClassCollection.of(plain).plain()).toEqual(plain);
    expect(decodeSnapshot(encodeSnapshot({ size: ClassCollection.of(plain).size }))).toEqual({ size: 30 });
  });
});
