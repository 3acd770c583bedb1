import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { createGuardedClient, type GuardedClient } from '../../fetch/fetching/index.js';

const USER_AGENT = 'Gleaner-Webhooks';

/** HTTP to the URLs of webhooks: with the same address rules as crawling, without following redirects. */
@Injectable()
export class WebhookClient implements Pick<GuardedClient, 'request' | 'refusalOf'>, OnModuleDestroy {
  private client: GuardedClient | null = null;

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'CRAWL_ALLOW_PRIVATE_NETWORKS' | 'CRAWL_ALLOWED_PORTS'>,
  ) {}

  request(...[request]: Parameters<GuardedClient['request']>): ReturnType<GuardedClient['request']> {
    return this.open().request(request);
  }

  refusalOf(url: string): string | null {
    return this.open().refusalOf(url);
  }

  async onModuleDestroy(): Promise<void> {
    await this.client?.close();
  }

  private open(): GuardedClient {
    return (this.client ??= createGuardedClient({
      allowPrivateNetworks: this.config.CRAWL_ALLOW_PRIVATE_NETWORKS,
      allowedPorts: this.config.CRAWL_ALLOWED_PORTS,
      userAgent: USER_AGENT,
    }));
  }
}
