import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../../../platform/metrics/index.js';
import { DeliveryRepository } from './delivery.repository.js';

/** Pending deliveries of all projects. */
export interface WebhooksStanding {
  /** Messages for enabled webhooks. */
  readonly waiting: number;
  /** Messages for disabled webhooks. */
  readonly held: number;
  /** Age of the oldest pending message of an enabled webhook. */
  readonly oldestSeconds: number;
  /** Webhooks without a recent successful attempt. */
  readonly failing: number;
  /** Webhooks that the service has disabled. */
  readonly switchedOff: number;
}

/** Metrics of pending deliveries and unavailable receivers, of all projects together. */
@Injectable()
export class QueueMetrics {
  constructor(
    { registry }: Metrics,
    private readonly outbox: DeliveryRepository,
  ) {
    databaseGauge(registry, {
      name: 'gleaner_webhook_messages_waiting',
      help: 'Messages of all webhooks that are not delivered, by whether their webhook is enabled (true, false)',
      label: 'enabled',
      read: () => outbox.countWaiting(),
    });
    databaseGauge(registry, {
      name: 'gleaner_webhook_oldest_message_seconds',
      help: 'Age of the oldest message that an enabled webhook waits for',
      read: () => outbox.oldestSeconds(),
    });
    databaseGauge(registry, {
      name: 'gleaner_webhooks',
      help: 'Webhooks by state: well, failing (no attempt has succeeded lately), off (by a user), switched_off (by the service)',
      label: 'state',
      read: () => outbox.countByState(),
    });
  }
  /** The figures of all metrics, read together. */
  async standing(): Promise<WebhooksStanding> {
    const { outbox } = this;
    const [waiting, oldestSeconds, webhooks] = await Promise.all([
      outbox.countWaiting(),
      outbox.oldestSeconds(),
      outbox.countByState(),
    ]);
    return {
      waiting: waiting['true'] ?? 0,
      held: waiting['false'] ?? 0,
      oldestSeconds,
      failing: webhooks['failing'] ?? 0,
      switchedOff: webhooks['switched_off'] ?? 0,
    };
  }
}
