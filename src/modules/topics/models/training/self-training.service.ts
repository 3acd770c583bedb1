import { Injectable } from '@nestjs/common';
import type { DocumentText } from '../../../../domain/text/index.js';
import { tellingText } from '../../../../domain/page/index.js';
import { confidentPages, confidentScores, type SelfTrainedDocuments } from '../../../../domain/relevance/index.js';
import type { Model } from '../model.js';
import { type JudgedPage, SelfTrainingRepository } from './self-training.repository.js';

/** Pages read at a time. */
const BATCH = 100;
/** The beginning of a page's text shows its subject. */
const MAX_CHARS = 20_000;

const NONE: SelfTrainedDocuments = { positives: [], negatives: [] };

/** Gathers unlabelled training pages: fetched pages of which the previous model is sure. */
@Injectable()
export class SelfTrainingService {
  constructor(private readonly pages: SelfTrainingRepository) {}

  /**
   * The surest pages of the sessions with the previous model; none unless the new model's configuration requests them.
   *
   * @param before the previous model; null if there is none
   */
  async gather({ topicId, config }: Model, before: Model | null, signal: AbortSignal): Promise<SelfTrainedDocuments> {
    const { selfTrainedPages = 0 } = config as { readonly selfTrainedPages?: number };
    if (selfTrainedPages === 0 || before?.threshold == null) return NONE;
    const { atLeast, atMost } = confidentScores(before.threshold);
    const candidates = await this.pages.surest(topicId, before.id, atLeast, atMost);
    const { positives, negatives } = confidentPages(candidates, before.threshold, selfTrainedPages);
    const texts = await this.read([...positives, ...negatives], signal);
    const documents = (of: readonly JudgedPage[]): DocumentText[] => of.flatMap((page) => texts.get(keyOf(page)) ?? []);
    return { positives: documents(positives), negatives: documents(negatives) };
  }

  private async read(pages: readonly JudgedPage[], signal: AbortSignal): Promise<Map<string, DocumentText>> {
    const documents = new Map<string, DocumentText>();
    for (const [sessionId, own] of bySession(pages)) {
      const urls = new Map(own.map(({ step, url }) => [step, url]));
      const steps = [...urls.keys()];
      for (let from = 0; from < steps.length; from += BATCH) {
        signal.throwIfAborted();
        for (const { step, title, ...texts } of await this.pages.texts(
          sessionId,
          steps.slice(from, from + BATCH),
          MAX_CHARS,
        )) {
          const text = tellingText(texts);
          // Read like labelled pages.
          if (text !== '')
            documents.set(keyOf({ sessionId, step }), { url: urls.get(step) ?? '', title, description: '', text });
        }
      }
    }
    return documents;
  }
}

const keyOf = ({ sessionId, step }: Pick<JudgedPage, 'sessionId' | 'step'>): string => `${sessionId}/${step}`;

function bySession(pages: readonly JudgedPage[]): Map<string, JudgedPage[]> {
  const groups = new Map<string, JudgedPage[]>();
  for (const page of pages)
    (groups.get(page.sessionId) ?? groups.set(page.sessionId, []).get(page.sessionId))?.push(page);
  return groups;
}
