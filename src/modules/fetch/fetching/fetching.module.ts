import { Inject, Injectable, Logger, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Fetcher, FetchOutcome, FetchRequest } from '../../../engine/ports.js';
import { APP_CONFIG, type AppConfig, isLoopback } from '../../../platform/config/index.js';
import { Metrics } from '../../../platform/metrics/index.js';
import { type OpenSpan, traced } from '../../../platform/telemetry/index.js';
import { BotController } from './politeness/bot.controller.js';
import { configuredFetching, type ConfiguredFetching, sweepBrowsers } from './configured.js';
import { FetchMetrics } from './fetch-metrics.js';
import { fetchAttributes, tellOutcome } from './fetch-span.js';
import { JointSignals } from './joint-signals.js';
import { failureOutcome } from './outcome.js';
import { createFetcher } from './live-fetcher.js';
import { PolitenessRepository } from './politeness/politeness.repository.js';
import { RenderKnowledgeRepository } from './chromium/render-knowledge.repository.js';

/** Injection token of the `FetcherFactory`. */
export const FETCHER_FACTORY = Symbol('FETCHER_FACTORY');

/**
 * Provides a fetcher configured by the service's settings.
 *
 * All fetchers of one process share connections, turns of hosts, robots.txt and the browser, so that two sessions on
 * one host are as polite as one. Closing one ends only its own use.
 */
export type FetcherFactory = () => Fetcher;

/** Owns the process's one live fetcher, created on first use and closed with the application. */
@Injectable()
class SharedFetcher implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Fetching');
  private fetcher: Fetcher | null = null;
  private configured: ConfiguredFetching | null = null;
  private readonly measured: FetchMetrics;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly politeness: PolitenessRepository,
    private readonly renderKnowledge: RenderKnowledgeRepository,
    private readonly metrics: Metrics,
  ) {
    this.measured = new FetchMetrics(metrics.registry);
  }

  /** Removes leftovers of browsers that were killed together with their process. */
  async onModuleInit(): Promise<void> {
    await sweepBrowsers();
  }

  share(): Fetcher {
    this.fetcher ??= this.create();
    return new FetcherShare(this.fetcher, this.measured);
  }

  private create(): Fetcher {
    this.warnOfContact();
    this.configured = configuredFetching(this.config, this.logger, this.metrics.registry, this.measured);
    return createFetcher({
      ...this.configured.options,
      politeness: this.politeness,
      renderKnowledge: this.renderKnowledge,
    });
  }

  /**
   * Site owners should be able to contact the operator. Private networks and the proxy of a recorded web have no other
   * owners.
   */
  private warnOfContact(): void {
    const { CRAWL_CONTACT_URL: contact, CRAWL_ALLOW_PRIVATE_NETWORKS: privately, CRAWL_PROXY_URL: proxy } = this.config;
    if (
      !URL.canParse(contact) ||
      !isLoopback(new URL(contact).hostname) ||
      privately ||
      (proxy !== undefined && isLoopback(new URL(proxy).hostname))
    )
      return;
    this.logger.warn(
      { contact },
      "only this machine can open the page that the user agent names: set CRAWL_CONTACT_URL before crawling other people's sites",
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.configured?.end();
    await this.fetcher?.close();
  }
}

class FetcherShare implements Fetcher {
  private readonly closed = new AbortController();
  private readonly signals = new JointSignals(this.closed.signal);

  constructor(
    private readonly shared: Fetcher,
    private readonly measured: FetchMetrics,
  ) {}

  async fetch(...[request, signal]: Parameters<Fetcher['fetch']>): ReturnType<Fetcher['fetch']> {
    if (this.closed.signal.aborted) {
      return failureOutcome('aborted', 'the fetcher is closed', {
        finalUrl: request.url,
        redirects: [],
        fetchedAt: Date.now(),
        durationMs: 0,
      });
    }
    // The span stays on this machine: fetched sites receive no `traceparent`.
    return traced(
      'fetch',
      () => fetchAttributes(request),
      (span) => this.signals.during(signal, (stop) => this.measure(request, stop, span)),
      { kind: 'client' },
    );
  }

  private async measure(request: FetchRequest, signal: AbortSignal, span: OpenSpan): Promise<FetchOutcome> {
    const outcome = await this.shared.fetch(request, signal);
    this.measured.fetched(outcome.kind);
    tellOutcome(span, outcome);
    return outcome;
  }

  close(): Promise<void> {
    this.closed.abort();
    return Promise.resolve();
  }
}

@Module({
  controllers: [BotController],
  providers: [
    PolitenessRepository,
    SharedFetcher,
    RenderKnowledgeRepository,
    {
      provide: FETCHER_FACTORY,
      useFactory:
        (shared: SharedFetcher): FetcherFactory =>
        () =>
          shared.share(),
      inject: [SharedFetcher],
    },
  ],
  exports: [FETCHER_FACTORY, PolitenessRepository, RenderKnowledgeRepository],
})
export class FetchingModule {}
