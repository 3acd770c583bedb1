import { z } from 'zod';
import { stratifiedFolds } from '../../learning/cross-validation.js';
import { restoreCalibrated } from '../training/calibrated-model.js';
import { calibrate } from '../training/calibrated-training.js';
import { calibrationFields, textModelField } from '../training/calibration-config.js';
import { holdOut, type HeldOutMargins } from '../training/held-out.js';
import type { Learner, Scorer } from '../training/learner.js';
import type { LearnerDefinition, RelevanceModelDefinition, TrainedModel, TrainingInput } from '../model-definition.js';
import { shortTextsOf } from '../short-texts/short-texts.js';
import { textLearners } from '../short-texts/text-learners.js';
import type { TextModel } from '../short-texts/text-model.js';
import { withSelfTrained } from '../training/self-training.js';
import {
  gatherTrainingSet,
  NEGATIVES_THAT_DECIDE,
  requireExamples,
  type TrainingSet,
  withoutSelfTrained,
} from '../training/training-set.js';
import { combine, EnsembleScorer } from './ensemble-scorer.js';
import { learningFrom, type Material, MATERIALS, type Reading, READINGS, setAs } from './reading.js';
import { fitVote, type Vote, VOTES, type Voting } from './vote.js';

const KIND = 'ensemble';
const VERSION = 2;
const MAX_MEMBERS = 10;
/**
 * They err in different ways: words taken together, each by itself, and by their meaning; what pages begin with and are called, where those that are about
 * the topic differ from those that mention it; and the examples alone, without what tells their web from general text.
 */
const USUAL_MEMBERS: readonly (Pick<Member, 'kind'> & Partial<Member>)[] = [
  { kind: 'linear-svm' },
  { kind: 'naive-bayes' },
  { kind: 'logistic' },
  { kind: 'linear-svm', reads: 'beginning' },
  { kind: 'linear-svm', reads: 'name' },
  { kind: 'naive-bayes', learnsFrom: 'examples', config: { termBounds: 'never' } },
];

interface Member {
  readonly kind: string;
  readonly weight: number;
  readonly reads: Reading;
  readonly learnsFrom: Material;
  readonly config: object;
}

interface EnsembleConfig extends z.infer<z.ZodObject<Omit<typeof calibrationFields, 'learningCurve'>>> {
  readonly members: readonly Member[];
  readonly voting: Voting;
  readonly textModel: TextModel | 'auto';
}

function schemaOf(learners: readonly LearnerDefinition[]): z.ZodType<EnsembleConfig> {
  const weight = z.number().positive().max(100).default(1).describe('Weight of the vote of this member.');
  const reads = z
    .enum(READINGS)
    .default('page')
    .describe(
      'What this member reads of a page: the page; its title, description and beginning; or its name, which is the title and the words of the URL.',
    );
  const learnsFrom = z
    .enum(MATERIALS)
    .default('all')
    .describe('examples: without general text and other topics, if there are ten irrelevant examples.');
  const members = learners.map(({ kind, configSchema }) =>
    z.strictObject({
      kind: z.literal(kind),
      weight,
      reads,
      learnsFrom,
      config: (configSchema as z.ZodType<object>)
        .prefault({})
        .describe('Settings of a model of this kind, without those of the calibration.'),
    }),
  );
  const usual = USUAL_MEMBERS.filter(({ kind }) => learners.some((learner) => learner.kind === kind));
  const { goal, calibration, otherTopics, selfTrainedPages } = calibrationFields;
  return z.strictObject({
    members: z
      .array(z.discriminatedUnion('kind', members as [(typeof members)[number], ...typeof members]))
      .min(2)
      .max(MAX_MEMBERS)
      .prefault(usual)
      .describe('The models that vote.'),
    voting: z
      .enum(VOTES)
      .default('log-odds')
      .describe(
        "How votes are combined: the mean of the members' log-odds, of their probabilities, or of the ranks that they give a document among held-out ones.",
      ),
    goal,
    calibration,
    otherTopics,
    selfTrainedPages,
    textModel: textModelField('short-texts'),
  });
}

/** One vote of each member on each held-out margin, its scale fitted to the other folds. */
function votesOf(
  voting: Voting,
  members: readonly { readonly margins: ArrayLike<number>; readonly weight: number }[],
  labels: ArrayLike<number>,
  fold: ArrayLike<number>,
  folds: number,
  scales: (index: number) => boolean,
): Float64Array {
  const everyone = Array.from({ length: labels.length }, (_, i) => i);
  const combined = new Float64Array(labels.length);
  for (let f = 0; f < folds; f++) {
    const others = everyone.filter((i) => fold[i] !== f);
    const votes = members.map(({ margins }) => voteOn(voting, margins, labels, others, scales));
    for (const i of everyone) {
      if (fold[i] === f)
        combined[i] = combine(
          voting,
          members.map(({ margins, weight }, m) => ({ margin: margins[i], vote: votes[m], weight })),
        );
    }
  }
  return combined;
}

/** A vote fitted to the documents that scale it, or to all where one class is missing among these. */
function voteOn(
  voting: Voting,
  margins: ArrayLike<number>,
  labels: ArrayLike<number>,
  indexes: readonly number[],
  scales: (index: number) => boolean,
): Vote {
  const scaling = indexes.filter(scales);
  const relevant = scaling.filter((i) => labels[i] === 1).length;
  const used = relevant === 0 || relevant === scaling.length ? indexes : scaling;
  return fitVote(
    voting,
    used.map((i) => margins[i]),
    used.map((i) => labels[i]),
  );
}

interface HeldOutMember {
  readonly kind: string;
  readonly weight: number;
  readonly reads: Reading;
  readonly learner: Learner;
  readonly held: HeldOutMargins;
  /** Its margins of the short texts. */
  readonly texts: Float64Array;
}

/** Log-odds are learnt from the examples where there are some of both classes, other votes from everything. */
function scaling(voting: Voting, set: TrainingSet): (index: number) => boolean {
  const examplesOnly = voting === 'log-odds' && set.negatives >= NEGATIVES_THAT_DECIDE;
  return (i) => !examplesOnly || set.isBackground[i] === 0;
}

function train(input: TrainingInput<EnsembleConfig>, learners: readonly LearnerDefinition[]): TrainedModel {
  const { config, rng, onProgress } = input;
  const whole = gatherTrainingSet(input);
  const set = withoutSelfTrained(whole);
  requireExamples(set);
  const folds = stratifiedFolds(set.labels, set.sites, rng);
  const texts = shortTextsOf(set, rng);
  const judges = textLearners(input, set, texts);
  // Each member is fitted to the folds and once more, one member after the other.
  const fitsInAll = config.members.length * (folds.count + 1);
  const telling = (done: number) => onProgress && ((fits: number) => onProgress((done + fits) / fitsInAll));
  const readings = new Map<Reading, TrainingSet>();
  const members = config.members.map((member, at): HeldOutMember => {
    const { kind, weight, reads, learnsFrom, config: memberConfig } = member;
    const definition = learners.find((candidate) => candidate.kind === kind);
    if (definition === undefined) throw new RangeError(`there is no learner of kind ${kind}`);
    const read = readings.get(reads) ?? setAs(reads, whole);
    readings.set(reads, read);
    const created = definition.create({ ...input, config: memberConfig }, read);
    const learner = withSelfTrained(learningFrom(learnsFrom, created, whole), whole);
    // What judges short texts beside the members is held out once.
    const held = holdOut(set, folds, learner, texts, at === 0 ? judges : new Map(), telling(at * folds.count));
    return { kind, weight, reads, learner, held, texts: held.texts.get('own') ?? new Float64Array() };
  });
  const textLabels = Uint8Array.from(texts.document, (i) => set.labels[i]);
  const textFold = Uint8Array.from(texts.document, (i) => folds.fold[i]);
  const pageVotes = members.map(({ held, weight }) => ({ margins: held.pages, weight }));
  const textVotes = members.map(({ texts: margins, weight }) => ({ margins, weight }));
  const scales = scaling(config.voting, set);
  const textScales = (row: number): boolean => scales(texts.document[row]);
  const held: HeldOutMargins = {
    pages: votesOf(config.voting, pageVotes, set.labels, folds.fold, folds.count, scales),
    texts: new Map([
      ...members[0].held.texts,
      ['own', votesOf(config.voting, textVotes, textLabels, textFold, folds.count, textScales)],
    ]),
  };
  const everyone = set.documents.map((_, i) => i);
  const rows = texts.words.map((_, row) => row);
  const scorer = (): EnsembleScorer =>
    new EnsembleScorer(
      config.voting,
      members.map(({ kind, weight, reads, learner, held: { pages }, texts: own }, at) => ({
        kind,
        weight,
        reads,
        scorer: learner.fit(everyone, telling(members.length * folds.count + at)).scorer(),
        pages: voteOn(config.voting, pages, set.labels, everyone, scales),
        texts: voteOn(config.voting, own, textLabels, rows, textScales),
      })),
      VERSION,
    );
  const textScorer = (model: TextModel): Scorer | null => judges.get(model)?.fit(everyone).scorer() ?? null;
  const calibration = { ...config, learningCurve: false };
  return calibrate({
    kind: KIND,
    version: VERSION,
    set,
    folds,
    held,
    texts,
    learntFrom: whole,
    config: calibration,
    scorer,
    textScorer,
    curve: () => null,
  });
}

/** Members learn each on its own and vote; what is calibrated and measured is the vote, on the folds the members were held out in. */
export function ensembleOf(learners: readonly LearnerDefinition[]): RelevanceModelDefinition<EnsembleConfig> {
  const trainAndEvaluate = (input: TrainingInput<EnsembleConfig>): TrainedModel => train(input, learners);
  return {
    kind: KIND,
    version: VERSION,
    summary: 'Several models that vote. Steadier than each of them, and as slow as all of them together.',
    source:
      'Mean of log-odds, probabilities or ranks of calibrated classifiers (Kittler et al. 1998, product and sum rule)',
    needsExamples: true,
    configSchema: schemaOf(learners),
    train: (input) => trainAndEvaluate(input).model,
    trainAndEvaluate,
    restore: (snapshot, resources) =>
      restoreCalibrated(
        KIND,
        VERSION,
        snapshot,
        (saved, found, version) => EnsembleScorer.restore(saved, found, learners, version),
        resources,
      ),
  };
}
