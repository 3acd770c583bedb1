import { keywordVectors } from '../keyword-vectors/index.js';
import { inLanguages } from '../languages/analyzed-model.js';
import type { ModelResources, RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import { logistic } from '../logistic/index.js';
import type { RelevanceModel } from '../relevance-model.js';
import type { TextModel } from '../training/calibration-config.js';
import { MIN_POSITIVES } from '../training/training-set.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { HttpConfig } from './http-config.js';

/** The local judge of short texts beside the classifier. */
type Anchors = Pick<RelevanceModel, 'scoreText' | 'save'>;

/** For a topic without keywords and examples all links are equal: as likely as one without known words. */
const NOTHING_KNOWN = 0.05;
const NO_ANCHORS: Anchors = { scoreText: () => NOTHING_KNOWN, save: () => ({ kind: 'none' }) };

interface Candidate {
  readonly definition: RelevanceModelDefinition;
  readonly textModel: TextModel;
}
const CANDIDATES: Readonly<Record<Exclude<HttpConfig['anchors'], 'auto'>, Candidate>> = {
  'keyword-vectors': { definition: inLanguages(keywordVectors), textModel: 'own' },
  'short-texts': { definition: inLanguages(logistic), textModel: 'short-texts' },
};

/** @throws TrainingDataError if the topic lacks data that the chosen kind needs */
export function trainAnchors(input: TrainingInput<HttpConfig>): Anchors {
  const {
    config: { anchors },
    keywords,
    positives,
  } = input;
  if (anchors !== 'auto') return trained(CANDIDATES[anchors], input).model;
  const candidates: TrainedModel[] = [];
  if (keywords.length > 0) candidates.push(trained(CANDIDATES['keyword-vectors'], input));
  if (positives.length >= MIN_POSITIVES && input.negatives.length + input.background.length >= MIN_POSITIVES)
    candidates.push(trained(CANDIDATES['short-texts'], input));
  const best = candidates.sort((a, b) => quality(b) - quality(a)).at(0);
  return best?.model ?? NO_ANCHORS;
}

/** The first stays first if nothing could be measured. */
const quality = ({ metrics }: TrainedModel): number => metrics.textAveragePrecision ?? 0;

function trained({ definition, textModel }: Candidate, input: TrainingInput): TrainedModel {
  return definition.trainAndEvaluate({
    ...input,
    config: definition.configSchema.parse({ learningCurve: false, textModel }),
  });
}

/** @throws RangeError if the snapshot is not of a model for anchors */
export function restoreAnchors(from: SnapshotReader, resources: ModelResources): Anchors {
  const definitions = Object.values(CANDIDATES).map(({ definition }) => definition);
  const kind = from.oneOf('kind', ['none', ...definitions.map((definition) => definition.kind)]);
  return definitions.find((definition) => definition.kind === kind)?.restore(from, resources) ?? NO_ANCHORS;
}
