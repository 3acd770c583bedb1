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
import { gatherTrainingSet, requireExamples, withoutSelfTrained } from '../training/training-set.js';
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

interface EnsembleConfig extends z.infer<z.ZodObject<Omit<typeof calibrationFields, 'learningCurve'>>> {
  readonly members: readonly Member[];
  readonly voting: Voting;
  readonly textModel: TextModel | 'auto';
}

function schemaOf(learners: readonly LearnerDefinition[]): z.ZodType<EnsembleConfig> {
  const weight = z.number().positive().max(100).default(1).describe('Weight of the vote of this member.');
  const members = learners.map(({ kind, configSchema }) =>
    z.strictObject({
      kind: z.literal(kind),
      weight,
      config: (configSchema as z.ZodType<object>)
        .prefault({})
        .describe('Settings of a model of this kind, without those of the calibration.'),
    }),
  );
  const usual = USUAL_MEMBERS.filter((kind) => learners.some((learner) => learner.kind === kind)).map((kind) => ({
    kind,
  }));
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
      .default('probability')
      .describe(
        "How votes are combined: the mean of the members' probabilities, or the mean of the ranks that they give a document among held-out ones.",
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
): Float64Array {
  const everyone = Array.from({ length: labels.length }, (_, i) => i);
  const combined = new Float64Array(labels.length);
  for (let f = 0; f < folds; f++) {
    const others = everyone.filter((i) => fold[i] !== f);
    const votes = members.map(({ margins }) =>
      fitVote(
        voting,
        others.map((i) => margins[i]),
        others.map((i) => labels[i]),
      ),
    );
    for (const i of everyone) {
      if (fold[i] === f)
        combined[i] = combine(
          members.map(({ margins, weight }, m) => ({ margin: margins[i], vote: votes[m], weight })),
        );
    }
  }
  return combined;
}

interface HeldOutMember {
  readonly kind: string;
  readonly weight: number;
  readonly learner: Learner;
  readonly held: HeldOutMargins;
  /** Its margins of the short texts. */
  readonly texts: Float64Array;
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
  const members = config.members.map(({ kind, weight, config: memberConfig }, at): HeldOutMember => {
    const definition = learners.find((candidate) => candidate.kind === kind);
    if (definition === undefined) throw new RangeError(`there is no learner of kind ${kind}`);
    const learner = withSelfTrained(definition.create({ ...input, config: memberConfig }, whole), whole);
    // What judges short texts beside the members is held out once.
    const held = holdOut(set, folds, learner, texts, at === 0 ? judges : new Map(), telling(at * folds.count));
    return { kind, weight, learner, held, texts: held.texts.get('own') ?? new Float64Array() };
  });
  const textLabels = Uint8Array.from(texts.document, (i) => set.labels[i]);
  const textFold = Uint8Array.from(texts.document, (i) => folds.fold[i]);
  const pageVotes = members.map(({ held, weight }) => ({ margins: held.pages, weight }));
  const textVotes = members.map(({ texts: margins, weight }) => ({ margins, weight }));
  const held: HeldOutMargins = {
    pages: votesOf(config.voting, pageVotes, set.labels, folds.fold, folds.count),
    texts: new Map([
      ...members[0].held.texts,
      ['own', votesOf(config.voting, textVotes, textLabels, textFold, folds.count)],
    ]),
  };
  const everyone = set.documents.map((_, i) => i);
  const scorer = (): EnsembleScorer =>
    new EnsembleScorer(
      members.map(({ kind, weight, learner, held: { pages }, texts: own }, at) => ({
        kind,
        weight,
        scorer: learner.fit(everyone, telling(members.length * folds.count + at)).scorer(),
        pages: fitVote(config.voting, [...pages], set.labels),
        texts: fitVote(config.voting, [...own], textLabels),
      })),
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
    source: 'Rank or probability mean of calibrated classifiers (Kittler et al. 1998, sum rule)',
    needsExamples: true,
    configSchema: schemaOf(learners),
    train: (input) => trainAndEvaluate(input).model,
    trainAndEvaluate,
    restore: (snapshot, resources) =>
      restoreCalibrated(
        KIND,
        VERSION,
        snapshot,
        (saved, found) => EnsembleScorer.restore(saved, found, learners),
        resources,
      ),
  };
}
