import { stratifiedFolds } from '../../learning/cross-validation.js';
import { restoreCalibrated } from '../training/calibrated-model.js';
import { calibrate } from '../training/calibrated-training.js';
import { holdOut, type HeldOutMargins } from '../training/held-out.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Adjustment } from '../training/model-metrics.js';
import type { Learner, Scorer } from '../training/learner.js';
import type { LearnerDefinition, RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import { shortTextsOf } from '../short-texts/short-texts.js';
import { textLearners } from '../short-texts/text-learners.js';
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

/** A vote fitted to the documents that scale it, or to all if one class is missing among these. */
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

/** Log-odds are scaled by the examples if both classes have some, other votes by all documents. */
function scaling(voting: Voting, set: TrainingSet): (index: number) => boolean {
  const examplesOnly = voting === 'log-odds' && set.negatives >= NEGATIVES_THAT_DECIDE;
  return (i) => !examplesOnly || set.isBackground[i] === 0;
}

function train(
  input: TrainingInput<EnsembleConfig>,
  learners: readonly LearnerDefinition[],
  keywordJudges: KeywordJudges,
): TrainedModel {
  const { config, rng, onProgress } = input;
  const whole = gatherTrainingSet(input);
  const set = withoutSelfTrained(whole);
  requireExamples(set);
  const folds = stratifiedFolds(set.labels, set.sites, rng);
  const texts = shortTextsOf(set, rng);
  const judges = textLearners(input, set, texts);
  // Each member is trained per fold and once on all data, one member after the other.
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
    // The models beside the members that judge short texts are held out once.
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
  const share = input.keywords.length === 0 ? 0 : keywordShare(set.positives);
  const keywords = share === 0 ? null : keywordJudges.make(input, set);
  const adjusted: Adjustment | undefined =
    keywords === null
      ? undefined
      : (probability, threshold, i) => {
          const byKeywords = { probability: keywords.score(set.documents[i]), threshold: keywords.threshold };
          return mixed({ probability, threshold }, byKeywords, share);
        };
  const trained = calibrate({
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
    adjusted,
  });
  return keywords === null ? trained : { ...trained, model: new BesideKeywords(trained.model, keywords, share) };
}

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
