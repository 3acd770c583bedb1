import { Registry } from 'prom-client';
import { DeliveryRepository } from '../../src/modules/service/webhooks/delivery/delivery.repository.js';
import { PageFollower } from '../../src/modules/service/webhooks/delivery/page-follower.js';
import { WebhookDeliverer } from '../../src/modules/service/webhooks/delivery/webhook-deliverer.js';
import { WebhookClient } from '../../src/modules/service/webhooks/webhook-client.js';
import { type Environment, loadConfig } from '../../src/platform/config/index.js';
import { CrawlDatabase, DatabaseEvents } from '../../src/platform/database/index.js';
import type { Metrics } from '../../src/platform/metrics/index.js';

/** The part of a worker that delivers webhook messages. */
export interface WebhookWorker {
  readonly outbox: DeliveryRepository;
  stop(): Promise<void>;
}

/**
 * Delivers messages like a worker, in this process and without crawling.
 *
 * @param env settings; loopback is allowed by default
 */
export function startWebhookWorker(databaseUrl: string, env: Environment = {}): WebhookWorker {
  const config = loadConfig({ ROLE: 'worker', CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', ...env });
  const database = new CrawlDatabase(databaseUrl, config);
  const events = new DatabaseEvents(databaseUrl);
  const outbox = new DeliveryRepository(database);
  const client = new WebhookClient(config);
  const metrics = { registry: new Registry() } as Metrics;
  const deliverer = new WebhookDeliverer(outbox, client, events, metrics, config);
  const follower = new PageFollower(outbox, events, config);
  deliverer.start();
  follower.start();
  return {
    outbox,
    stop: async () => {
      await Promise.all([deliverer.stop(), follower.stop()]);
      await client.onModuleDestroy();
      await events.onModuleDestroy();
      await database.onApplicationShutdown();
    },
  };
}
