import type { DocumentText } from '../../text/document-text.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { readModel } from '../training/calibrated-model.js';
import type { ModelResources, RemoteModelDefinition } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import { measureFixed, type ModelMetrics } from '../training/model-metrics.js';
import type {
  Classifier,
  ClassifierCall,
  RelevanceModel,
  RemoteRelevanceModel,
  ShortTextModel,
} from '../relevance-model.js';
import { gatherTrainingSet } from '../training/training-set.js';
import { restoreAnchors, trainAnchors } from './anchors.js';
import { httpConfigSchema, type HttpConfig } from './http-config.js';

export { LONGEST_RETRY_AFTER_MS, probeDelayMs, retryDelayMs } from './back-off.js';
export { addressOf, type HttpConfig } from './http-config.js';
export { contentToSend, maxAnswerBytes, readAnswer, requestBody, type SentDocument } from './wire.js';

const KIND = 'http';
const VERSION = 1;

type Anchors = Pick<RelevanceModel, 'scoreText' | 'save'>;

/** The settings and the judge of short texts: all of the model except the classifier. */
class HttpModel implements ShortTextModel {
  readonly kind = KIND;
  readonly threshold: number;

  constructor(
    protected readonly config: HttpConfig,
    private readonly anchors: Anchors,
  ) {
    this.threshold = config.threshold;
  }

  scoreText(text: string): number {
    return this.anchors.scoreText(text);
  }

  save(): Snapshot {
    return { kind: KIND, version: VERSION, config: JSON.stringify(this.config), anchors: this.anchors.save() };
  }
}

class ConnectedHttpModel extends HttpModel implements RemoteRelevanceModel {
  readonly window: number;
  readonly maxOutageMs: number;

  constructor(
    config: HttpConfig,
    anchors: Anchors,
    private readonly classifier: Classifier,
  ) {
    super(config, anchors);
    // One round is in flight while the next gathers.
    this.window = config.batchSize * (config.concurrency + 1);
    this.maxOutageMs = config.maxOutageMs;
  }

  scoreMany(documents: readonly DocumentText[], call: ClassifierCall): Promise<number[]> {
    return this.classifier.scoreMany(documents, call);
  }
}

function measure(model: ShortTextModel, input: TrainingInput<HttpConfig>, scores: readonly number[]): ModelMetrics {
  const judged = [...input.positives, ...input.negatives, ...input.background];
  if (judged.length !== scores.length) throw new RangeError(`${scores.length} scores of ${judged.length} documents`);
  const scoreOf = new Map(judged.map((document, i) => [document, scores[i]]));
  const score = (document: DocumentText): number => scoreOf.get(document) ?? 0;
  return measureFixed(gatherTrainingSet(input), {
    threshold: model.threshold,
    score,
    scoreText: (text) => model.scoreText(text),
  });
}

function restore(source: SnapshotSource, resources: ModelResources): RemoteRelevanceModel {
  const from = readModel(KIND, VERSION, source);
  const config = from.jsonText('config', httpConfigSchema);
  const anchors = restoreAnchors(from.child('anchors'), resources);
  if (resources.classifierFor === undefined) throw new RangeError('an http model needs a way to reach its classifier');
  return new ConnectedHttpModel(config, anchors, resources.classifierFor(config));
}

export const http: RemoteModelDefinition<HttpConfig> = {
  kind: KIND,
  version: VERSION,
  summary:
    'Your own classifier at a URL judges pages in batches. A local model judges anchors. Examples are only used to measure the classifier.',
  source: 'A JSON API; see the setting url for what is sent and expected',
  needsExamples: false,
  needsKeywords: false,
  configSchema: httpConfigSchema,
  train: (input) => new HttpModel(input.config, trainAnchors(input)),
  measure,
  restore,
};
