import { z } from 'zod';
import { stratifiedFolds } from '../../learning/cross-validation.js';
import { createRng } from '../../learning/rng.js';
import { restoreCalibrated } from '../calibrated-model.js';
import { calibrate } from '../calibrated-training.js';
import { calibrationFields } from '../calibration-config.js';
import { holdOut, type HeldOutMargins } from '../held-out.js';
import type { LearnerDefinition, RelevanceModelDefinition, TrainedModel, TrainingInput } from '../model-definition.js';
import { gatherTrainingSet, requireExamples } from '../training-set.js';
import { combine, EnsembleScorer } from './ensemble-scorer.js';
import { fitVote, VOTES, type Voting } from './vote.js';

const KIND = 'ensemble';
const VERSION = 1;
const MAX_MEMBERS = 6;
/** They err in different ways: words taken together, each by itself, and by their meaning. */
const USUAL_MEMBERS = ['linear-svm', 'naive-bayes', 'logistic'];

interface Member {
  readonly kind: string;
  readonly weight: number;
  readonly config: object;
}
/** Different sequences that the held-out cuttings may be drawn from. */
const SEEDS = 2 ** 32;

interface EnsembleConfig extends z.infer<z.ZodObject<Omit<typeof calibrationFields, 'learningCurve'>>> {
  readonly members: readonly Member[];
  readonly voting: Voting;
}

function schemaOf(learners: readonly LearnerDefinition[]): z.ZodType<EnsembleConfig> {
  const weight = z.number().positive().max(100).default(1).describe('Weight of its vote.');
  const members = learners.map(({ kind, configSchema }) =>
    z.strictObject({ kind: z.literal(kind), weight, config: (configSchema as z.ZodType<object>).prefault({}).describe('As of a model of this kind, without what calibrates it.') }));
  const usual = USUAL_MEMBERS.filter((kind) => learners.some((learner) => learner.kind === kind)).map((kind) => ({ kind }));
  const { goal, calibration, otherTopics } = calibrationFields;
  return z.strictObject({
    members: z
      .array(z.discriminatedUnion('kind', members as [(typeof members)[number], ...typeof members]))
      .min(2)
      .max(MAX_MEMBERS)
      .prefault(usual)
      .describe('The models that vote.'),
    voting: z.enum(VOTES).default('probability').describe('Mean of the members\' probabilities, or of the ranks they give a document among held-out ones.'),
    goal,
    calibration,
    otherTopics,
  });
}

/** One vote of each member on each held-out margin, its scale fitted to the other folds. */
function votesOf(
  voting: Voting,
  members: readonly { readonly margins: ArrayLike<number>; readonly weight: number }[],
  labels: ArrayLike<number>,
  fold: ArrayLike<number>,
  folds: number,
): Float64Array {
  const everyone = Array.from({ length: labels.length }, (_, i) => i);
  const combined = new Float64Array(labels.length);
  for (let f = 0; f < folds; f++) {
    const others = everyone.filter((i) => fold[i] !== f);
    const votes = members.map(({ margins }) => fitVote(voting, others.map((i) => margins[i]), others.map((i) => labels[i])));
    for (const i of everyone) {
      if (fold[i] === f) combined[i] = combine(members.map(({ margins, weight }, m) => ({ margin: margins[i], vote: votes[m], weight })));
    }
  }
  return combined;
}

function train(input: TrainingInput<EnsembleConfig>, learners: readonly LearnerDefinition[]): TrainedModel {
  const { config, rng } = input;
  const set = gatherTrainingSet(input);
  requireExamples(set);
  const folds = stratifiedFolds(set.labels, set.sites, rng);
  const cuttings = rng.below(SEEDS);
  const members = config.members.map(({ kind, weight, config: memberConfig }) => {
    const definition = learners.find((candidate) => candidate.kind === kind);
    if (definition === undefined) throw new RangeError(`there is no learner of kind ${kind}`);
    const learner = definition.create({ ...input, config: memberConfig }, set);
    // The same sequence for each, so that all are held out on the same cuttings.
    return { kind, weight, learner, held: holdOut(set, folds, learner, null, createRng(cuttings)) };
  });
  const { textLabels, textFold } = members[0].held;
  const votes = (place: (held: HeldOutMargins) => ArrayLike<number>, labels: ArrayLike<number>, fold: ArrayLike<number>): Float64Array =>
    votesOf(config.voting, members.map(({ held, weight }) => ({ margins: place(held), weight })), labels, fold, folds.count);
  const held: HeldOutMargins = {
    pages: votes(({ pages }) => pages, set.labels, folds.fold),
    texts: [...votes(({ texts }) => texts, textLabels, textFold)],
    otherTexts: null,
    textLabels,
    textFold,
  };
  const everyone = set.documents.map((_, i) => i);
  const scorer = (): EnsembleScorer =>
    new EnsembleScorer(members.map(({ kind, weight, learner, held: own }) => ({
      kind,
      weight,
      scorer: learner.fit(everyone).scorer(),
      pages: fitVote(config.voting, [...own.pages], set.labels),
      texts: fitVote(config.voting, own.texts, textLabels),
    })));
  const calibration = { ...config, learningCurve: false };
  return calibrate({ kind: KIND, version: VERSION, set, folds, held, config: calibration, scorer, textScorer: () => null, curve: () => null });
}

/** Members learn each on its own and vote; what is calibrated and measured is the vote, on the folds the members were held out in. */
export function ensembleOf(learners: readonly LearnerDefinition[]): RelevanceModelDefinition<EnsembleConfig> {
  const trainAndEvaluate = (input: TrainingInput<EnsembleConfig>): TrainedModel => train(input, learners);
  return {
    kind: KIND,
    version: VERSION,
    summary: 'Several models that vote; steadier than each of them, and as slow as all of them together.',
    source: 'Rank or probability mean of calibrated classifiers (Kittler et al. 1998, sum rule)',
    needsExamples: true,
    configSchema: schemaOf(learners),
    train: (input) => trainAndEvaluate(input).model,
    trainAndEvaluate,
    restore: (snapshot, resources) =>
      restoreCalibrated(KIND, VERSION, snapshot, (saved, found) => EnsembleScorer.restore(saved, found, learners), resources),
  };
}
