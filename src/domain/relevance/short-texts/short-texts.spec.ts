import type { DocumentText } from '../../text/document-text.js';
import { createRng } from '../../base/rng.js';
import { averagePrecision } from '../../learning/calibration-measures.js';
import { WordVectorsBuilder, openWordVectors } from '../../learning/word-vectors.js';
import { linearSvm } from '../linear-svm/index.js';
import type { TrainedModel } from '../model-definition.js';
import { naiveBayesForTexts } from '../naive-bayes/short-texts.js';
import { gatherTrainingSet } from '../training/training-set.js';
import { linkLikeTexts, shortTextsOf } from './short-texts.js';
import { restoreTextScorer, saveTextScorer, textLearners } from './text-learners.js';

const document = (part: Partial<DocumentText>): DocumentText => ({
  url: '',
  title: '',
  description: '',
  text: '',
  ...part,
});

describe('texts like links', () => {
  it('are title and anchors with the words of the URL', () => {
    const links = linkLikeTexts(
      document({
        url: 'http://a.example/soup-recipes/1.html',
        title: 'Our soups',
        anchors: ['hot soups', 'Our soups', 'next'],
      }),
    );
    const address = links[0].slice(2);
    expect(address).toEqual(expect.arrayContaining(['soup', 'recipes']));
    expect(links).toEqual([
      ['our', 'soups', ...address],
      ['hot', 'soups', ...address],
      ['next', ...address],
    ]);
  });

  it('are few and short, whatever is known', () => {
    const anchors = Array.from({ length: 1_000 }, (_, i) => `${i} ${'word '.repeat(1_000)}`);
    const links = linkLikeTexts(
      document({ title: 'title '.repeat(500), url: `http://a.example/${'x/'.repeat(900)}`, anchors }),
    );
    expect(links).toHaveLength(6);
    expect(Math.max(...links.map((words) => words.length))).toBeLessThanOrEqual(112);
  });

  it('are cut from the text where nothing else is known, the same ones from the same sequence', () => {
    const plain = Array.from({ length: 20 }, (_, i) =>
      document({ text: `some words of document number ${i} and some more of them` }),
    );
    const input = {
      config: {},
      keywords: [],
      positives: plain,
      negatives: [document({ title: 'a title' })],
      background: [],
      vectors: null,
      rng: createRng(1),
    };
    const set = gatherTrainingSet(input);
    const texts = shortTextsOf(set, createRng(3));
    expect(texts.words).toHaveLength(21);
    expect([...texts.document]).toEqual([...Array(21).keys()]);
    for (const words of texts.words.slice(0, 20)) {
      expect(words.length).toBeGreaterThanOrEqual(2);
      expect(words.length).toBeLessThanOrEqual(10);
    }
    expect(texts.words[20]).toEqual(['a', 'title']);
    expect(shortTextsOf(set, createRng(3))).toEqual(texts);
    expect(shortTextsOf(set, createRng(4))).not.toEqual(texts);
  });
});

describe('models of short texts', () => {
  const rng = createRng(5);
  const words = Array.from(
    { length: 60 },
    (_, i) => `w${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 26))}`,
  );
  const builder = new WordVectorsBuilder([...words, 'lecture', 'homework', 'people', 'office'], 8);
  for (let row = 0; row < 64; row++)
    builder.setRow(
      row,
      Array.from({ length: 8 }, (_, k) => (row >= 60 && k === row - 60 ? 3 : rng.next() - 0.5)),
    );
  const vectors = openWordVectors(builder.finish());
  const some = (n: number): string => Array.from({ length: n }, () => words[rng.below(words.length)]).join(' ');
  // The texts of both classes are alike; only URLs and anchors differ.
  const make = (relevant: boolean, i: number): DocumentText =>
    document({
      url: `http://s${i}.example/${relevant ? 'homework' : 'people'}/${i}`,
      title: some(3),
      text: some(40),
      anchors: [relevant ? 'lecture' : 'office'],
    });
  const positives = Array.from({ length: 30 }, (_, i) => make(true, i));
  const negatives = Array.from({ length: 60 }, (_, i) => make(false, 100 + i));
  const train = (textModel: string): TrainedModel => {
    const config = linearSvm.configSchema.parse({ textModel, learningCurve: false });
    return linearSvm.trainAndEvaluate({
      config,
      keywords: [],
      positives,
      negatives,
      background: [],
      vectors,
      rng: createRng(1),
    });
  };
  const apOf = (score: (text: string) => number): number => {
    const links = Array.from({ length: 40 }, (_, i) => ({
      text: `${some(2)} ${i % 2 ? 'lecture homework' : 'office people'}`,
      label: i % 2,
    }));
    return averagePrecision(
      links.map(({ text }) => score(text)),
      links.map(({ label }) => label),
    );
  };

  it('learn from addresses and anchors what pages do not say', () => {
    const { model, metrics } = train('short-texts');
    expect(metrics.report.textModel).toBe('short-texts');
    expect(metrics.textAveragePrecision).toBeGreaterThan(0.95);
    expect(apOf((text) => model.scoreText(text))).toBeGreaterThan(0.95);
    const { model: own } = train('own');
    expect(apOf((text) => own.scoreText(text))).toBeLessThan(0.8);
  });

  it('are chosen by what they do on held-out ones', () => {
    expect(train('auto').metrics.report.textModel).toBe('short-texts');
  });

  it('survive storing, those of an earlier time too', () => {
    const { model } = train('short-texts');
    const restored = linearSvm.restore(model.save(), { vectors });
    for (const text of ['lecture homework', 'office', '', 'unheard of'])
      expect(restored.scoreText(text)).toBe(model.scoreText(text));
    expect(() => linearSvm.restore(model.save(), { vectors: null })).toThrow(RangeError);

    const input = {
      config: { textModel: 'naive-bayes' as const },
      keywords: [],
      positives,
      negatives,
      background: [],
      vectors,
      rng: createRng(1),
    };
    const set = gatherTrainingSet(input);
    const bayes = naiveBayesForTexts(input, set)
      .fit(set.documents.map((_, i) => i))
      .scorer();
    const asks = (scorer: { textMargin(text: string): number }): number[] =>
      words.map((word) => scorer.textMargin(word));
    expect(asks(restoreTextScorer(bayes.save(), { vectors: null }))).toEqual(asks(bayes));
    expect(asks(restoreTextScorer(saveTextScorer(bayes), { vectors: null }))).toEqual(asks(bayes));
  });

  it('are left out where there are no word vectors', () => {
    const input = {
      config: { textModel: 'auto' as const },
      keywords: [],
      positives,
      negatives,
      background: [],
      vectors: null,
      rng: createRng(1),
    };
    const set = gatherTrainingSet(input);
    expect([...textLearners(input, set, shortTextsOf(set, createRng(1))).keys()]).toEqual(['naive-bayes']);
  });
});
