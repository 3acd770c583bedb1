import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import { DeliveryRepository } from './delivery.repository.js';

/** Tells operators what waits to be delivered, and which receivers are away, of all projects together. */
@Injectable()
export class QueueMetrics {
  constructor({ registry }: Metrics, outbox: DeliveryRepository) {
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
}
