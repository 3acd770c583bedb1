import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { addressOf, type Classifier, type HttpConfig } from '../../../../domain/relevance/index.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { systemClock } from '../../../../engine/index.js';
import { createGuardedClient, type GuardedClient } from '../../../fetch/fetching/index.js';
import { CachedClassifier } from './cached-classifier.js';
import { postBatch } from './classifier-client.js';
import { ClassifierOutagesRepository } from './classifier-outages.repository.js';
import type { ClassifierState } from './classifier-queue.js';
import { ClassifierVerdictsRepository } from './classifier-verdicts.repository.js';

/** Most idle connections to classifiers; each takes a few hundred bytes. */
const MAX_KEPT = 64;

/**
 * The classifiers of models in this process: all users of a model share one connection, so that batches form across
 * sessions.
 */
@Injectable()
export class Classifiers implements OnModuleDestroy {
  private readonly log = new Logger('classifiers');
  private readonly kept = new Map<string, CachedClassifier>();
  private client: GuardedClient | null = null;

  constructor(
    private readonly verdicts: ClassifierVerdictsRepository,
    private readonly outages: ClassifierOutagesRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The classifier of a model, whose settings never change. */
  of(modelId: string, settings: HttpConfig): Classifier {
    const known = this.kept.get(modelId) ?? this.connect(modelId, settings);
    this.kept.delete(modelId);
    this.kept.set(modelId, known);
    for (const [id, classifier] of this.kept) {
      if (this.kept.size <= MAX_KEPT) break;
      if (classifier !== known && classifier.isIdle) this.kept.delete(id);
    }
    return known;
  }

  async onModuleDestroy(): Promise<void> {
    for (const classifier of this.kept.values()) classifier.close();
    await this.client?.close();
  }

  /** Events explain to users why their session finds nothing. */
  private report(modelId: string, message: string, state?: ClassifierState): void {
    this.log.warn({ modelId }, message);
    if (state === undefined) return;
    this.outages
      .record(modelId, this.config.WORKER_ID, state, message)
      .catch((error: unknown) => this.log.warn({ err: error, modelId }, 'outage not recorded'));
  }

  private connect(modelId: string, settings: HttpConfig): CachedClassifier {
    const client = (this.client ??= createGuardedClient({
      allowPrivateNetworks: this.config.CRAWL_ALLOW_PRIVATE_NETWORKS,
      allowedPorts: this.config.CRAWL_ALLOWED_PORTS,
      trustedOrigins: this.config.CLASSIFIER_ORIGINS,
      userAgent: this.config.CRAWL_USER_AGENT,
    }));
    return new CachedClassifier({
      modelId,
      config: settings,
      address: addressOf(settings),
      maxChars: settings.maxChars,
      verdicts: this.verdicts,
      send: (documents, signal) => postBatch(client, settings, this.config.CLASSIFIER_SECRETS, documents, signal),
      clock: systemClock,
      random: () => Math.random(),
      notice: (message, state) => this.report(modelId, message, state),
    });
  }
}
