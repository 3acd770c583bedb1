import type { DocumentText } from '../../src/domain/text/index.js';
import { createRng, type Rng } from '../../src/domain/base/rng.js';
import { averagePrecision } from '../../src/domain/learning/calibration-measures.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../src/domain/base/snapshot.js';
import type { WordVectors } from '../../src/domain/learning/word-vectors.js';
import type {
  RelevanceModel,
  RelevanceModelDefinition,
  TrainedModel,
  TrainingInput,
} from '../../src/domain/relevance/index.js';
import type { Keyword } from '../../src/domain/topic/index.js';
import { sameBytes } from '../support/same-bytes.js';
import { badRefusals } from '../support/snapshot-damage.js';
import { toyDocuments, toyKeywords, toyVectors } from './relevance-toy-topic.js';

/**
 * Optional parts of models. Without them they are other models, equally complete. Members of an ensemble are numbered.
 */
const OPTIONAL_PARTS = [
  'pageCurve',
  'textCurve',
  'texts',
  'weighting',
  'separateFields',
  'similarityBand',
  'keywordJudge',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
];
const SHORT_LIMIT_MS = 2_000;

interface Examples {
  readonly positives: readonly DocumentText[];
  readonly negatives: readonly DocumentText[];
  readonly background: readonly DocumentText[];
}

export interface ContractOptions {
  readonly config?: unknown;
  /** The configuration, for the name of the suite. */
  readonly as?: string;
  /** False for models that depend only on the configuration: they are measured on all examples at once. */
  readonly learns?: boolean;
}

/** The contract of every relevance model. */
export function describeRelevanceModelContract(
  definition: RelevanceModelDefinition,
  { config = {}, as = '', learns = true }: ContractOptions = {},
): void {
  const vectors: WordVectors = toyVectors();
  const keywords: readonly Keyword[] = toyKeywords();
  const train = (examples: Partial<Examples>, rng: Rng = createRng(1)): TrainedModel => {
    const input: TrainingInput = {
      config: definition.configSchema.parse(config),
      keywords,
      vectors,
      rng,
      positives: [],
      negatives: [],
      background: [],
      ...examples,
    };
    return definition.trainAndEvaluate(input);
  };

  describe(`relevance model ${definition.kind} ${as}`.trim(), () => {
    const on = toyDocuments('topic', 40, 1);
    const off = toyDocuments('other', 80, 2);
    const background = toyDocuments('other', 120, 3);
    const unseen = [...toyDocuments('topic', 50, 4), ...toyDocuments('other', 200, 5)];
    const truth = unseen.map((_, i) => (i < 50 ? 1 : 0));
    const usual = { positives: on, negatives: off };
    const { model, metrics } = train(usual);

    const supplies: [string, Partial<Examples>][] = [
      ['examples of both kinds', usual],
      ['relevant examples and general text', { positives: on, background }],
      ['five examples and general text', { positives: on.slice(0, 5), negatives: off.slice(0, 5), background }],
    ];
    if (!definition.needsExamples) supplies.push(['keywords and general text', { background }], ['keywords alone', {}]);

    it.each(supplies)('learns a topic from %s: pages and short texts', (_, examples) => {
      // Kinds that learn from the usual examples are trained already.
      const learnt = examples === usual ? model : train(examples).model;
      // A fifth is relevant, so guessing gives .2.
      expect(
        averagePrecision(
          unseen.map((document) => learnt.score(document)),
          truth,
        ),
      ).toBeGreaterThan(0.7);
      expect(
        averagePrecision(
          unseen.map(({ title }) => learnt.scoreText(title)),
          truth,
        ),
      ).toBeGreaterThan(0.6);
      const accepted = unseen.filter((document) => learnt.score(document) >= learnt.threshold);
      expect(accepted.filter((document) => unseen.indexOf(document) < 50).length).toBeGreaterThan(
        0.6 * accepted.length,
      );
      expect(accepted.length).toBeGreaterThan(10);
    });

    it('scores identically after save and restore, through bytes', () => {
      const restored = definition.restore(decodeSnapshot(encodeSnapshot(model.save())), { vectors });
      expect(restored.kind).toBe(definition.kind);
      expect(restored.threshold).toBe(model.threshold);
      for (const document of unseen) {
        expect(restored.score(document)).toBe(model.score(document));
        expect(restored.scoreText(document.title)).toBe(model.scoreText(document.title));
      }
    });

    it('is the same model, with the same metrics, for the same seed', () => {
      const again = train(usual);
      expect(sameBytes(encodeSnapshot(again.model.save()), encodeSnapshot(model.save()))).toBe(true);
      expect(again.metrics).toEqual(metrics);
    });

    it('is unchanged by queries', () => {
      const before = unseen.map((document) => model.score(document));
      expect(
        unseen
          .toReversed()
          .map((document) => model.score(document))
          .toReversed(),
      ).toEqual(before);
    });

    it.each([
      ['an empty page', ''],
      ['unknown words', 'zzgrx qwopfl'],
      ['digits and signs', '1234 !!! ___ 99'],
      ['another script', '日本語 русский текст'],
      ['lone surrogates', '\ud800 \udfff'],
    ])('calls %s irrelevant', (_, text) => {
      const score = model.score({ url: '', title: text, description: '', text });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThan(model.threshold);
      const short = model.scoreText(text);
      expect(short).toBeGreaterThanOrEqual(0);
      expect(short).toBeLessThan(0.5);
    });

    it.each([
      ['endless words', 'a'.repeat(2_000_000)],
      ['endless text', 'topicword general filler '.repeat(200_000)],
      ['endless different words', Array.from({ length: 300_000 }, (_, i) => `w${i.toString(36)}`).join(' ')],
    ])('takes bounded time for %s', (_, text) => {
      const start = performance.now();
      for (const score of [model.score({ url: '', title: text, description: text, text }), model.scoreText(text)]) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(performance.now() - start).toBeLessThan(SHORT_LIMIT_MS);
    });

    it('reports its quality and its data', () => {
      expect(metrics).toMatchObject({
        positives: 40,
        negatives: 80,
        background: expect.any(Number),
        folds: learns ? 4 : 0,
        positiveSites: 8,
      });
      for (const figure of [
        'precision',
        'recall',
        'f1',
        'fMacro',
        'averagePrecision',
        'accuracy',
        'textAveragePrecision',
      ] as const) {
        expect(metrics[figure]).toBeGreaterThan(0.6);
        expect(metrics[figure]).toBeLessThanOrEqual(1);
      }
      expect(metrics.brier).toBeLessThan(0.2);
      expect(metrics.warnings).toEqual([]);
      expect(metrics.threshold).toBe(model.threshold);
    });

    it('warns of unreliable figures', () => {
      const oneSite = on.slice(0, 10).map((document) => ({ ...document, url: 'http://one.example/' }));
      const { warnings } = train({ positives: oneSite, background }).metrics;
      expect(warnings).toEqual([
        'few-examples',
        'few-sites',
        ...(learns ? ['not-grouped-by-site'] : []),
        'background-as-negatives',
      ]);
    });

    it('reports its parts', () => {
      const { classes, calibrationCurve } = metrics.report;
      expect(classes.map(({ name, documents, domains }) => [name, documents, domains])).toEqual([
        ['relevant', 40, 8],
        ['irrelevant', 80, 8],
        ['other-topics', 0, 0],
        ['background', 0, 0],
      ]);
      expect(classes[0].largest[0]).toEqual({ domain: 'site0-topic.example', documents: 5 });
      expect(calibrationCurve).toHaveLength(10);
      expect(calibrationCurve?.reduce((sum, { count }) => sum + count, 0)).toBe(120);
    });

    if (definition.needsExamples || definition.needsKeywords !== false)
      it('refuses insufficient examples, naming what is missing', () => {
        const refusal = definition.needsExamples ? 'positives' : 'keywords';
        const nothing = { keywords: [], positives: [], negatives: [], background };
        const attempt = (): unknown =>
          definition.trainAndEvaluate({
            config: definition.configSchema.parse(config),
            ...nothing,
            vectors,
            rng: createRng(1),
          });
        expect(attempt).toThrow(expect.objectContaining({ name: 'TrainingDataError', need: refusal }));
      });

    it('refuses snapshots that are not its own', () => {
      const saved = model.save();
      const hollow = learns
        ? [
            { ...saved, scorer: {} },
            { ...saved, page: [1] },
          ]
        : [{ kind: saved.kind, version: saved.version }];
      for (const broken of [{}, { ...saved, kind: 'other' }, { ...saved, version: -1 }, ...hollow]) {
        expect(() => definition.restore(broken, { vectors })).toThrow(RangeError);
      }
    });

    it('refuses a snapshot with one damaged part, and names the part', () => {
      const saved = decodeSnapshot(encodeSnapshot(model.save()));
      const restored = (snapshot: Snapshot): RelevanceModel => definition.restore(snapshot, { vectors });
      expect(badRefusals(saved, restored, { optional: OPTIONAL_PARTS })).toEqual([]);
      expect(sameBytes(encodeSnapshot(restored(saved).save()), encodeSnapshot(model.save()))).toBe(true);
    });

    it('checks its configuration and has a default for all of it', () => {
      expect(definition.configSchema.safeParse(definition.kind === 'rules' ? config : {}).success).toBe(true);
      expect(definition.configSchema.safeParse({ ...(config as object), noSuchSetting: 1 }).success).toBe(false);
    });
  });
}
