export { QueueMetrics as WebhookQueue, type WebhooksStanding } from './delivery/queue-metrics.js';
export { WebhookMessagesService } from './webhook-messages.service.js';
export { WebhooksModule } from './webhooks.module.js';
export { WebhooksService } from './webhooks.service.js';
