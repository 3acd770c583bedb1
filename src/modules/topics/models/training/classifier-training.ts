import { Injectable } from '@nestjs/common';
import { runInThread } from '../../../../platform/threads/index.js';
import type { DocumentText } from '../../../../domain/text/index.js';
import { createRng } from '../../../../domain/base/rng.js';
import { ClassifierError, findRemoteModel, type HttpConfig } from '../../../../domain/relevance/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { backgroundSample } from '../../../base/word-vectors/index.js';
import { type JudgedDocuments, task } from './classifier-training-task.js';
import { Classifiers } from '../classifier/classifiers.js';
import type { TrainingRequest, TrainingResponse } from './training-task.js';

/** General texts to measure with if a topic has no irrelevant example: each costs the user a call. */
const GENERAL_TEXTS = 100;
/** If a classifier is down while its model is made, its address is usually wrong, which the user should learn soon. */
const PATIENCE_MS = 10_000;
/** Share of the progress bar for calling the classifier. */
const ASK_SHARE = 0.8;
/** Documents per step of the progress. */
const ASKED_AT_ONCE = 512;

/**
 * Trains models whose pages a classifier judges: it judges the topic's examples, which measures it, and shows that it
 * can be reached.
 */
@Injectable()
export class ClassifierTraining {
  constructor(private readonly classifiers: Classifiers) {}

  /** Whether this class trains models of this kind. */
  trains(kind: string): boolean {
    return findRemoteModel(kind) !== undefined;
  }

  /** @throws DomainError INVALID_STATE saying why the classifier did not judge */
  async run(
    modelId: string,
    request: TrainingRequest,
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<TrainingResponse> {
    const judged = await this.ask(modelId, request, signal, (share) => progress(ASK_SHARE * share));
    return runInThread(task, { ...request, judged }, signal);
  }

  private async ask(
    modelId: string,
    { config, keywords, positives, negatives, seed }: TrainingRequest,
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<JudgedDocuments> {
    const settings = config as unknown as HttpConfig;
    const most = Math.ceil(settings.measureOn / 2);
    const examples = { positives: spread(positives, most), negatives: spread(negatives, most) };
    const general =
      examples.positives.length > 0 && examples.negatives.length === 0
        ? backgroundSample(Math.min(most, GENERAL_TEXTS), createRng(seed))
        : [];
    const documents = [...examples.positives, ...examples.negatives, ...general];
    const classifier = this.classifiers.of(modelId, settings);
    const scores: number[] = [];
    try {
      // Without examples to measure with, one text shows whether it answers.
      const probe = {
        url: '',
        title: 'Test',
        description: '',
        text: keywords.map(({ text }) => text).join(', ') || 'A text to see whether the classifier answers.',
      };
      if (documents.length === 0) await classifier.scoreMany([probe], { signal, patienceMs: PATIENCE_MS });
      while (scores.length < documents.length) {
        const some = documents.slice(scores.length, scores.length + ASKED_AT_ONCE);
        scores.push(...(await classifier.scoreMany(some, { signal, patienceMs: PATIENCE_MS })));
        progress(scores.length / documents.length);
      }
    } catch (error) {
      if (error instanceof ClassifierError) throw new DomainError('INVALID_STATE', error.message);
      throw error;
    }
    return { ...examples, background: general, scores };
  }
}

/** Evenly spaced elements of a list. */
function spread(list: readonly DocumentText[], most: number): DocumentText[] {
  const step = Math.max(1, list.length / Math.max(1, most));
  return Array.from({ length: Math.min(list.length, most) }, (_, i) => list[Math.floor(i * step)]);
}
