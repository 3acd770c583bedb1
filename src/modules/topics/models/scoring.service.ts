import { Inject, Injectable } from '@nestjs/common';
import type { DocumentText } from '../../../domain/text/index.js';
import { ClassifierError, isRemoteModel } from '../../../domain/relevance/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../../fetch/fetching/index.js';
import {
  documentFromUser,
  type DocumentInput,
  type FetchFailure,
  fetchSettings,
  fetchText,
  type GivenDocument,
} from '../topics/index.js';
import type { LoadedModel } from './loaded-models.js';
import { ModelsService } from './models.service.js';

/** Most concurrent page fetches for trying models: this is no replacement for crawling. */
const MAX_FETCHES = 4;
/** A user waits for the response. */
const PATIENCE_MS = 30_000;
/** Longest outage of a classifier to wait for. */
const OUTAGE_MS = 5_000;

/** A model's judgement of one document. */
export interface ModelJudgement {
  /** In [0, 1]; null if the page could not be fetched. */
  readonly probability: number | null;
  readonly relevant: boolean | null;
  readonly threshold: number;
  /** URL of the page after redirects; null for inline text. */
  readonly url: string | null;
  readonly title: string;
  /** Characters of judged text. */
  readonly textLength: number;
  /** Why the page could not be fetched. */
  readonly failure: { readonly kind: FetchFailure; readonly message: string } | null;
}

@Injectable()
export class ScoringService {
  private fetching = 0;

  constructor(
    private readonly models: ModelsService,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Tries a model on a document, which is fetched if only its URL is given. A failed fetch is a result, not an error.
   *
   * @throws DomainError NOT_FOUND, INVALID_STATE if the model is not READY, VALIDATION_FAILED, UNAVAILABLE while too
   * many others are fetching, or if the model's classifier does not answer
   */
  async judge(modelId: string, input: DocumentInput): Promise<ModelJudgement> {
    const given = documentFromUser(input);
    const model = await this.models.loadModel(modelId);
    const document = given.text === null && given.url !== null ? await this.fetch(given.url) : given;
    if ('failure' in document) {
      const { failure, message } = document;
      const unjudged = {
        probability: null,
        relevant: null,
        threshold: model.threshold,
        url: given.url,
        title: given.title,
        textLength: 0,
      };
      return { ...unjudged, failure: { kind: failure, message } };
    }
    const { url, title, description, text } = document;
    const probability = await scoreOf(model, {
      url: url ?? '',
      title: given.title || title,
      description,
      text: text ?? '',
    });
    return {
      probability,
      relevant: probability >= model.threshold,
      threshold: model.threshold,
      url,
      title: given.title || title,
      textLength: text?.length ?? 0,
      failure: null,
    };
  }

  private async fetch(
    url: string,
  ): Promise<GivenDocument | { readonly failure: FetchFailure; readonly message: string }> {
    if (this.fetching >= MAX_FETCHES)
      throw new DomainError(
        'UNAVAILABLE',
        `${MAX_FETCHES} pages are being fetched for scoring already: try again shortly`,
      );
    this.fetching++;
    const fetcher = this.createFetcher();
    try {
      return await fetchText(
        fetcher,
        url,
        fetchSettings(this.config.CRAWL_USER_AGENT),
        AbortSignal.timeout(PATIENCE_MS),
      );
    } finally {
      this.fetching--;
      await fetcher.close();
    }
  }
}

async function scoreOf(model: LoadedModel, document: DocumentText): Promise<number> {
  if (!isRemoteModel(model)) return model.score(document);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return (await model.scoreMany([document], { signal, patienceMs: OUTAGE_MS }))[0];
  } catch (error) {
    if (error instanceof ClassifierError) throw new DomainError('UNAVAILABLE', error.message);
    if (signal.aborted)
      throw new DomainError('UNAVAILABLE', `the classifier did not answer within ${PATIENCE_MS / 1_000} s`);
    throw error;
  }
}
