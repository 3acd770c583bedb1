import { isSnapshot } from '../calibrated-model.js';
import { keywordVectors } from '../keyword-vectors/index.js';
import { TrainingDataError, type ModelResources, type RelevanceModelDefinition, type TrainedModel, type TrainingInput } from '../model-definition.js';
import { naiveBayes } from '../naive-bayes/index.js';
import type { RelevanceModel } from '../relevance-model.js';
import { MIN_POSITIVES } from '../training-set.js';
import type { Snapshot } from '../../learning/snapshot.js';
import type { HttpConfig } from './http-config.js';

/** What judges short texts beside the classifier. */
type Anchors = Pick<RelevanceModel, 'scoreText' | 'save'>;

/** Where a topic has neither keywords nor examples all links are alike: as likely as one whose words nobody knows. */
const NOTHING_KNOWN = 0.05;
const NO_ANCHORS: Anchors = { scoreText: () => NOTHING_KNOWN, save: () => ({ kind: 'none' }) };

const KINDS: readonly RelevanceModelDefinition[] = [keywordVectors, naiveBayes];

/** @throws TrainingDataError when the topic lacks what the kind asked for needs */
export function trainAnchors(input: TrainingInput<HttpConfig>): Anchors {
  const { config: { anchors }, keywords, positives } = input;
  if (anchors !== 'auto') return trained(KINDS.find(({ kind }) => kind === anchors), input).model;
  const candidates: TrainedModel[] = [];
  if (keywords.length > 0) candidates.push(trained(keywordVectors, input));
  if (positives.length >= MIN_POSITIVES && input.negatives.length + input.background.length >= MIN_POSITIVES) candidates.push(trained(naiveBayes, input));
  const best = candidates.sort((a, b) => quality(b) - quality(a)).at(0);
  return best?.model ?? NO_ANCHORS;
}

/** Where nothing could be measured the first stays first. */
const quality = ({ metrics }: TrainedModel): number => metrics.textAveragePrecision ?? 0;

function trained(definition: RelevanceModelDefinition | undefined, input: TrainingInput): TrainedModel {
  if (definition === undefined) throw new TrainingDataError('keywords', 'there is no such model for anchors');
  return definition.trainAndEvaluate({ ...input, config: definition.configSchema.parse({ learningCurve: false }) });
}

/** @throws RangeError when the snapshot is of no model for anchors */
export function restoreAnchors(saved: unknown, resources: ModelResources): Anchors {
  if (!isSnapshot(saved as Snapshot)) throw new RangeError('the http snapshot has no model for anchors');
  const snapshot = saved as Snapshot;
  if (snapshot.kind === 'none') return NO_ANCHORS;
  const definition = KINDS.find(({ kind }) => kind === snapshot.kind);
  if (definition === undefined) throw new RangeError(`there is no model for anchors of kind ${JSON.stringify(snapshot.kind)}`);
  return definition.restore(snapshot, resources);
}
