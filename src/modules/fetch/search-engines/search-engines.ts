import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { SearchEngineName } from '../../../domain/search/index.js';
import type { SearchEngine } from '../../../engine/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { createGuardedClient, type GuardedClient } from '../fetching/index.js';
import { Searxng } from './searxng.js';
import { StoredSearch } from './stored-search.repository.js';

/** The search engines for policies in this process. */
@Injectable()
export class SearchEngines implements OnModuleDestroy {
  private client: GuardedClient | null = null;

  constructor(
    private readonly stored: StoredSearch,
    @Inject(APP_CONFIG)
    private readonly config: Pick<
      AppConfig,
      'SEARXNG_URL' | 'CRAWL_ALLOW_PRIVATE_NETWORKS' | 'CRAWL_ALLOWED_PORTS' | 'CRAWL_USER_AGENT'
    >,
  ) {}

  of(name: SearchEngineName): SearchEngine {
    return name === 'stored' ? this.stored : this.searxng();
  }

  async onModuleDestroy(): Promise<void> {
    await this.client?.close();
  }

  private searxng(): SearchEngine {
    const { SEARXNG_URL: base } = this.config;
    // The API refuses sessions that need an unconfigured engine, but a worker may be configured differently.
    if (base === undefined)
      return { search: () => Promise.resolve({ kind: 'failed', message: 'SEARXNG_URL is not set for this worker' }) };
    this.client ??= createGuardedClient({
      allowPrivateNetworks: this.config.CRAWL_ALLOW_PRIVATE_NETWORKS,
      allowedPorts: this.config.CRAWL_ALLOWED_PORTS,
      trustedOrigins: [new URL(base).origin],
      userAgent: this.config.CRAWL_USER_AGENT,
    });
    return new Searxng(this.client, base);
  }
}
