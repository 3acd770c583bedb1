import { type Folds, stratifiedFolds } from '../../learning/cross-validation.js';
import { restoreCalibrated } from '../training/calibrated-model.js';
import { calibrate } from '../training/calibrated-training.js';
import { holdOut, type HeldOutMargins } from '../training/held-out.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Adjustment } from '../training/model-metrics.js';
import type { Learner } from '../training/learner.js';
import type { LearnerDefinition, RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import type { RelevanceModel } from '../relevance-model.js';
import type { TrainingInput } from '../training/types.js';
import { type ShortTexts, shortTextsOf } from '../short-texts/short-texts.js';
import { type TextLearner, textLearners } from '../short-texts/text-learners.js';
import type { TextModel } from '../training/calibration-config.js';
import { withSelfTrained } from '../training/self-training.js';
import {
  gatherTrainingSet,
  NEGATIVES_THAT_DECIDE,
  requireExamples,
  type TrainingSet,
  withoutSelfTrained,
} from '../training/training-set.js';
import { combine, EnsembleScorer } from './ensemble-scorer.js';
import { BesideKeywords, type KeywordJudges, keywordShare, mixed } from './keyword-judge.js';
import { type EnsembleConfig, schemaOf } from './config.js';
import { learningFrom, type Reading, setAs } from './reading.js';
import { fitVote, type Vote, type Voting } from './vote.js';

const KIND = 'ensemble';
const VERSION = 3;

/** Margins of examples, pages or short texts, with their labels. */
interface VotedExamples {
  readonly labels: ArrayLike<number>;
  /** The fold in which each was held out. */
  readonly fold: ArrayLike<number>;
  /** Number of folds. */
  readonly folds: number;
  /** Whether an example scales the votes, by its index. */
  readonly scales: (index: number) => boolean;
}

interface VotingMember {
  /** Held-out margins, by example. */
  readonly margins: ArrayLike<number>;
  readonly weight: number;
}

/** The combined vote on each example; the members' scales are fitted to the other folds. */
function heldOutVotes(voting: Voting, members: readonly VotingMember[], examples: VotedExamples): Float64Array {
  const { labels, fold, folds } = examples;
  const everyone = Array.from({ length: labels.length }, (_, i) => i);
  const combined = new Float64Array(labels.length);
  for (let f = 0; f < folds; f++) {
    const others = everyone.filter((i) => fold[i] !== f);
    const votes = members.map(({ margins }) => voteOn(voting, margins, examples, others));
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

/** A vote fitted to those of the indexes that scale it, or to all of them if these lack one of the classes. */
function voteOn(
  voting: Voting,
  margins: ArrayLike<number>,
  { labels, scales }: VotedExamples,
  indexes: readonly number[],
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

/** Log-odds are scaled by the examples if both classes have some, other votes by all documents. */
function scaling(voting: Voting, set: TrainingSet): (index: number) => boolean {
  const examplesOnly = voting === 'log-odds' && set.negatives >= NEGATIVES_THAT_DECIDE;
  return (i) => !examplesOnly || set.isBackground[i] === 0;
}

/** The data of one training, prepared once for all members. */
interface Material {
  readonly input: TrainingInput<EnsembleConfig>;
  /** With self-trained documents. */
  readonly whole: TrainingSet;
  readonly set: TrainingSet;
  readonly folds: Folds;
  readonly texts: ShortTexts;
  /** Learners that judge short texts, beside the members. */
  readonly judges: ReadonlyMap<TextModel, TextLearner>;
  /** Reports the fits of the training, of which `done` are complete; undefined if nobody listens. */
  readonly progressAfter: (done: number) => ((fits: number) => void) | undefined;
}

function gather(input: TrainingInput<EnsembleConfig>): Material {
  const { config, rng, onProgress } = input;
  const whole = gatherTrainingSet(input);
  const set = withoutSelfTrained(whole);
  requireExamples(set);
  const folds = stratifiedFolds(set.labels, set.sites, rng);
  const texts = shortTextsOf(set, rng);
  const judges = textLearners(input, set, texts);
  // Each member is trained per fold and once on all data, one member after the other.
  const fitsInAll = config.members.length * (folds.count + 1);
  const progressAfter = (done: number) => onProgress && ((fits: number) => onProgress((done + fits) / fitsInAll));
  return { input, whole, set, folds, texts, judges, progressAfter };
}

/** Creates the members' learners and holds out each of them, in the order of the configuration. */
function holdOutMembers(material: Material, learners: readonly LearnerDefinition[]): readonly HeldOutMember[] {
  const { input, whole, set, folds, texts, judges, progressAfter } = material;
  const readings = new Map<Reading, TrainingSet>();
  return input.config.members.map(({ kind, weight, reads, learnsFrom, config }, at) => {
    const definition = learners.find((candidate) => candidate.kind === kind);
    if (definition === undefined) throw new RangeError(`there is no learner of kind ${kind}`);
    const read = readings.get(reads) ?? setAs(reads, whole);
    readings.set(reads, read);
    const created = definition.create({ ...input, config }, read);
    const learner = withSelfTrained(learningFrom(learnsFrom, created, whole), whole);
    const held = holdOut({
      ...{ set, folds, learner, texts },
      // The judges of short texts do not depend on the member: they are held out once.
      judges: at === 0 ? judges : new Map(),
      onProgress: progressAfter(at * folds.count),
    });
    return { kind, weight, reads, learner, held, texts: held.texts.get('own') ?? new Float64Array() };
  });
}

function train(
  input: TrainingInput<EnsembleConfig>,
  learners: readonly LearnerDefinition[],
  keywordJudges: KeywordJudges,
): TrainedModel {
  const material = gather(input);
  const { config } = input;
  const { whole, set, folds, texts, judges } = material;
  const members = holdOutMembers(material, learners);
  const scales = scaling(config.voting, set);
  const pages: VotedExamples = { labels: set.labels, fold: folds.fold, folds: folds.count, scales };
  const shortTexts: VotedExamples = {
    labels: Uint8Array.from(texts.document, (i) => set.labels[i]),
    fold: Uint8Array.from(texts.document, (i) => folds.fold[i]),
    folds: folds.count,
    scales: (row) => scales(texts.document[row]),
  };
  const pageMembers = members.map(({ held, weight }) => ({ margins: held.pages, weight }));
  const textMembers = members.map(({ texts: margins, weight }) => ({ margins, weight }));
  const share = input.keywords.length === 0 ? 0 : keywordShare(set.positives);
  const keywords = share === 0 ? null : keywordJudges.make(input, set);
  const trained = calibrate({
    ...{ kind: KIND, version: VERSION, set, folds, texts },
    held: {
      pages: heldOutVotes(config.voting, pageMembers, pages),
      texts: new Map([...members[0].held.texts, ['own', heldOutVotes(config.voting, textMembers, shortTexts)]]),
    },
    learntFrom: whole,
    config: { ...config, learningCurve: false },
    scorer: () => fitInAll(material, members, pages, shortTexts),
    textScorer: (model) => judges.get(model)?.fit(indexesOf(set.documents)).scorer() ?? null,
    curve: () => null,
    adjusted: keywords === null ? undefined : withKeywords(set, keywords, share),
  });
  return keywords === null ? trained : { ...trained, model: new BesideKeywords(trained.model, keywords, share) };
}

/** The ensemble of the members fitted to all data. */
function fitInAll(
  { input, set, folds, texts, progressAfter }: Material,
  members: readonly HeldOutMember[],
  pages: VotedExamples,
  shortTexts: VotedExamples,
): EnsembleScorer {
  const { voting } = input.config;
  const everyone = indexesOf(set.documents);
  const rows = indexesOf(texts.words);
  return new EnsembleScorer(
    voting,
    members.map(({ kind, weight, reads, learner, held, texts: own }, at) => ({
      ...{ kind, weight, reads },
      scorer: learner.fit(everyone, progressAfter(members.length * folds.count + at)).scorer(),
      pages: voteOn(voting, held.pages, pages, everyone),
      texts: voteOn(voting, own, shortTexts, rows),
    })),
    VERSION,
  );
}

/** Mixes the keywords' judgement into learned probabilities. @param share weight of the keywords, in (0, 1) */
const withKeywords =
  (set: TrainingSet, keywords: RelevanceModel, share: number): Adjustment =>
  (probability, threshold, i) => {
    const byKeywords = { probability: keywords.score(set.documents[i]), threshold: keywords.threshold };
    return mixed({ probability, threshold }, byKeywords, share);
  };

const indexesOf = (list: readonly unknown[]): number[] => list.map((_, i) => i);

/**
 * Members are trained separately and vote; the vote is calibrated and measured on the folds in which the members were
 * held out.
 */
export function ensembleOf(
  learners: readonly LearnerDefinition[],
  keywordJudges: KeywordJudges,
): RelevanceModelDefinition<EnsembleConfig> {
  const trainAndEvaluate = (input: TrainingInput<EnsembleConfig>): TrainedModel =>
    train(input, learners, keywordJudges);
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
    restore: (source, resources) => {
      const from = SnapshotReader.of(source);
      const learnt = restoreCalibrated(
        KIND,
        VERSION,
        from,
        (saved, found, version) => EnsembleScorer.restore(saved, found, learners, version),
        resources,
      );
      const keywords = from.childIfAny('keywordJudge');
      return keywords === null
        ? learnt
        : new BesideKeywords(learnt, keywordJudges.restore(keywords, resources), from.number('keywordShare'));
    },
  };
}
