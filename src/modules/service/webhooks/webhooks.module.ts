import { Module } from '@nestjs/common';
import { DeliveryRepository } from './delivery/delivery.repository.js';
import { QueueMetrics } from './delivery/queue-metrics.js';
import { PageFollower } from './delivery/page-follower.js';
import { WebhookDeliverer } from './delivery/webhook-deliverer.js';
import { WebhookSweeper } from './delivery/webhook-sweeper.js';
import './dto/page-events.dto.js';
import './dto/session-events.dto.js';
import { WebhookClient } from './webhook-client.js';
import { WebhookMessagesController } from './webhook-messages.controller.js';
import { WebhookMessagesRepository } from './webhook-messages.repository.js';
import { WebhookMessagesResolver } from './webhook-messages.resolver.js';
import { WebhookMessagesService } from './webhook-messages.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksResolver } from './webhooks.resolver.js';
import { WebhooksService } from './webhooks.service.js';

/** Webhooks, and the workers' delivery of messages from the outbox. */
@Module({
  controllers: [WebhooksController, WebhookMessagesController],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhooksResolver,
    WebhookMessagesService,
    WebhookMessagesRepository,
    WebhookMessagesResolver,
    WebhookClient,
    DeliveryRepository,
    QueueMetrics,
    WebhookDeliverer,
    PageFollower,
    WebhookSweeper,
  ],
  exports: [WebhooksService, WebhookMessagesService, QueueMetrics],
})
export class WebhooksModule {}
