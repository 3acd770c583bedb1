import { Injectable } from '@nestjs/common';
import { createdKey, createdPiece, type PageRequest, type Slice, sliceOf } from '../../../platform/api/index.js';
import { requireScope } from '../../../platform/auth/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import { MAX_REPLAYED, type MessageFilter, type WebhookAttempt, type WebhookMessage } from './webhook.js';
import { WebhookMessagesRepository } from './webhook-messages.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Messages to webhooks: their contents, results and redelivery. */
@Injectable()
export class WebhookMessagesService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly messages: WebhookMessagesRepository,
  ) {}

  /** Newest first. @throws DomainError NOT_FOUND */
  async list(webhookId: string, filter: MessageFilter, page: PageRequest): Promise<Slice<WebhookMessage>> {
    await this.webhooks.get(webhookId);
    return sliceOf(await this.messages.list(webhookId, filter, createdPiece(page)), page, createdKey, () =>
      this.messages.count(webhookId, filter),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(webhookId: string, id: string): Promise<WebhookMessage> {
    await this.webhooks.get(webhookId);
    const message = await this.messages.find(webhookId, id);
    if (!message) throw notFound('message', id);
    return message;
  }

  /** Existing ones by id, of any webhooks. */
  async getMany(ids: readonly string[]): Promise<Map<string, WebhookMessage>> {
    return new Map((await this.messages.findMany(ids)).map((message) => [message.id, message]));
  }

  /** Oldest first. @throws DomainError NOT_FOUND */
  async attempts(webhookId: string, id: string): Promise<WebhookAttempt[]> {
    await this.get(webhookId, id);
    return this.messages.attempts(webhookId, id);
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN; INVALID_STATE if the webhook is disabled */
  async test(webhookId: string): Promise<WebhookMessage> {
    await this.sending(webhookId);
    const id = await this.messages.insertTest(webhookId);
    if (id === null) throw switchedOff();
    return this.get(webhookId, id);
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN; INVALID_STATE if the webhook is disabled */
  async replay(webhookId: string, id: string): Promise<WebhookMessage> {
    await this.get(webhookId, id);
    await this.sending(webhookId);
    await this.messages.replay(webhookId, [id]);
    return this.get(webhookId, id);
  }

  /** @returns number of messages. @throws DomainError NOT_FOUND, FORBIDDEN; INVALID_STATE if the webhook is disabled */
  async replayFailed(webhookId: string, since: Date): Promise<number> {
    await this.sending(webhookId);
    const ids = await this.messages.failedSince(webhookId, since, MAX_REPLAYED);
    return ids.length === 0 ? 0 : this.messages.replay(webhookId, ids);
  }

  private async sending(webhookId: string): Promise<void> {
    const { enabled } = await this.webhooks.get(webhookId);
    requireScope('write');
    if (!enabled) throw switchedOff();
  }
}

const switchedOff = (): DomainError =>
  new DomainError('INVALID_STATE', 'the webhook is switched off', { allowed: 'a webhook that is switched on' });
