import { Injectable } from '@nestjs/common';
import { runInThread } from '../../../../platform/threads/index.js';
import type { DatabaseTransaction } from '../../../../platform/database/index.js';
import { type JsonValue, storedForm } from '../../../../domain/base/json-value.js';
import type { DocumentText } from '../../../../domain/text/index.js';
import type { SelfTrainedDocuments } from '../../../../domain/relevance/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, type JobKind } from '../../../base/jobs/index.js';
import { LabellerService } from '../../labeller/index.js';
import {
  documentsOf,
  ExamplesService,
  ExampleTexts,
  gatheredSummary,
  type GatheredTexts,
  KeywordSetsService,
  missingExamples,
  TopicsService,
} from '../../topics/index.js';
import { BACKGROUND_DOCUMENTS, loadWordVectors } from '../../../base/word-vectors/index.js';
import { ClassifierTraining } from './classifier-training.js';
import type { Model } from '../model.js';
import { metricsFrom } from '../model-metrics.js';
import { ModelsRepository } from '../models.repository.js';
import { Predecessors, type TrainingPayload } from './predecessors.js';
import { SelfTrainingService } from './self-training.service.js';
import { task, TRAINING_SEED, type TrainingRequest } from './training-task.js';

export const TRAIN_MODEL = 'train-model' satisfies JobKind;

/** Share of a training's progress bar for fetching. */
const FETCH_SHARE = 0.6;

/**
 * Limits for examples of other topics: few of many topics instead of many of few, at most a thousand, each with enough
 * text to show its subject.
 */
const ELSEWHERE = { topics: 50, perTopic: 20, maxChars: 5_000 };

/** Trains models: fetches missing pages of examples, learns in a thread, and stores weights and metrics. */
@Injectable()
@HandlesJobs()
export class TrainingHandler implements JobHandler {
  readonly kind = TRAIN_MODEL;

  constructor(
    private readonly models: ModelsRepository,
    private readonly predecessors: Predecessors,
    private readonly selfTraining: SelfTrainingService,
    private readonly texts: ExampleTexts,
    private readonly examples: ExamplesService,
    private readonly keywordSets: KeywordSetsService,
    private readonly topics: TopicsService,
    private readonly classifiers: ClassifierTraining,
    private readonly labeller: LabellerService,
  ) {}

  async run(job: Job<TrainingPayload>, context: JobContext): Promise<JsonValue> {
    const model = await this.models.find(job.subjectId);
    // Deleted meanwhile, or stored just before an earlier worker died.
    if (!model || model.state === 'READY') return { modelId: job.subjectId, state: model?.state ?? 'DELETED' };
    const { signal } = context;
    const texts = await this.texts.gather(model.topicId, null, {
      signal,
      progress: (share) => context.progress(FETCH_SHARE * share),
    });
    context.progress(FETCH_SHARE);
    const progress = (share: number): void => context.progress(FETCH_SHARE + (1 - FETCH_SHARE) * share);
    const predecessor = await this.predecessors.of(model, job.payload);
    const before = predecessor && (await this.predecessors.toCompare(predecessor, texts));
    const selfTrained = await this.selfTraining.gather(model, predecessor, signal);
    const ofLabeller = await this.labelledByLabeller(model, job.payload);
    const request = {
      ...(await this.request(model, texts)),
      before,
      selfTrained: withLabels(ofLabeller, selfTrained),
    };
    const response = this.classifiers.trains(model.kind)
      ? await this.classifiers.run(model.id, request, signal, progress)
      : await runInThread(task, request, signal, progress);
    if (response.kind === 'refused')
      throw new DomainError('INVALID_STATE', `${response.message}${missingExamples(texts)}`);
    signal.throwIfAborted();
    const { weights, threshold } = response;
    const labellerLabels = ofLabeller.positives.length + ofLabeller.negatives.length;
    const metrics = { ...(response.metrics as { [name: string]: JsonValue }), labellerLabels };
    const stored = await this.models.recordTrained(model.id, { weights, threshold, metrics });
    // The model has its own column for the report.
    const { report: _, ...figures }: { [name: string]: JsonValue } = metrics;
    return {
      modelId: model.id,
      state: stored ? 'READY' : 'DELETED',
      metrics: storedForm(metricsFrom(figures)),
      examples: gatheredSummary(texts),
      selfTrained: countsOf(selfTrained),
    };
  }

  /** Refuses again if the gate has closed meanwhile. */
  private async labelledByLabeller(
    { topicId }: Model,
    { labellerLabels }: TrainingPayload,
  ): Promise<SelfTrainedDocuments> {
    return documentsOf(labellerLabels === true ? await this.labeller.usable(topicId) : []);
  }

  async failed(job: Job, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await this.models.recordFailed(job.subjectId, error, transaction);
  }

  private async request(
    { topicId, kind, config, keywordSetVersion }: Model,
    { positives, negatives }: GatheredTexts,
  ): Promise<TrainingRequest> {
    const set = keywordSetVersion === null ? null : await this.keywordSets.get(topicId, keywordSetVersion);
    const [{ language }, { buffer: vectors }] = await Promise.all([this.topics.get(topicId), loadWordVectors()]);
    const { otherTopics } = config as { readonly otherTopics?: boolean };
    const others =
      otherTopics === true ? documentsOf(await this.examples.relevantElsewhere(topicId, ELSEWHERE)).positives : [];
    return {
      kind,
      config,
      language,
      keywords: set?.keywords ?? [],
      positives,
      negatives,
      others,
      background: BACKGROUND_DOCUMENTS,
      vectors,
      seed: TRAINING_SEED,
    };
  }
}

/**
 * Pages labelled by other sources than people, each once: the labeller's label takes precedence over an earlier model's
 * certainty.
 */
function withLabels(labelled: SelfTrainedDocuments, selfTrained: SelfTrainedDocuments): SelfTrainedDocuments {
  const known = new Set([...labelled.positives, ...labelled.negatives].map(({ url }) => url));
  const others = (documents: readonly DocumentText[]) => documents.filter(({ url }) => !known.has(url));
  return {
    positives: [...labelled.positives, ...others(selfTrained.positives)],
    negatives: [...labelled.negatives, ...others(selfTrained.negatives)],
  };
}

const countsOf = ({ positives, negatives }: SelfTrainedDocuments): JsonValue => ({
  relevant: positives.length,
  irrelevant: negatives.length,
});
