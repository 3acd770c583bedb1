import { Injectable } from '@nestjs/common';
import { allowedBy } from '../../../domain/session/index.js';
import {
  createdKey,
  createdPiece,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { requireScope } from '../../../platform/auth/index.js';
import { PUBLIC_PORTS } from '../../../platform/config/index.js';
import { timeOrderedIds } from '../../../platform/database/index.js';
import { DomainError, invalid, notFound } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { EVENT_TYPE_NAMES } from '../../../platform/outbox/index.js';
import { newSecret } from './delivery/signature.js';
import { WebhookClient } from './webhook-client.js';
import {
  DEFAULT_OVERLAP_SECONDS,
  MAX_SECRETS,
  MAX_URL_CHARS,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookPatch,
  type WebhookWanted,
  type WebhookWithSecret,
} from './webhook.js';
import { type InsertOutcome, type NewWebhook, WebhooksRepository } from './webhooks.repository.js';

const URLS = `an http or https URL of at most ${MAX_URL_CHARS} characters, without user name and fragment, of a public address`;

/** The webhooks of a project. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly client: WebhookClient,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key a repeated call with the same one creates no second webhook
   * @returns the webhook with its secret, which is not shown again
   * @throws DomainError FORBIDDEN, VALIDATION_FAILED; CONFLICT if the project has reached its limit of webhooks, or the
   * webhook was already created
   */
  async create(wanted: WebhookWanted, key?: IdempotencyKey): Promise<WebhookWithSecret> {
    requireScope('admin');
    const { id, secret } = await this.idempotency.createWithSecret(
      key,
      'createWebhook',
      requestHash(wanted),
      async (once) => {
        const made = { id: timeOrderedIds(1, Date.now())[0], secret: newSecret() };
        const webhook = this.checked(wanted);
        await once(async (db) => {
          const outcome = await this.webhooks.insert(db, made.id, webhook, made.secret);
          if (outcome !== 'made') throw refusal(outcome, webhook);
          return made.id;
        });
        return made;
      },
    );
    return { ...(await this.get(id)), secret };
  }

  private checked({ description, types, topicId, sessionId, enabled, url }: WebhookWanted): NewWebhook {
    return {
      url: this.checkedUrl(url),
      description: description ?? '',
      types: EVENT_TYPE_NAMES.filter((type) => types == null || types.includes(type)),
      topicId: topicId ?? null,
      sessionId: sessionId ?? null,
      enabled: enabled ?? true,
    };
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Webhook> {
    const webhook = await this.webhooks.find(id);
    if (!webhook) throw notFound('webhook', id);
    return webhook;
  }

  /** Existing ones by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, Webhook>> {
    return new Map((await this.webhooks.findMany(ids)).map((webhook) => [webhook.id, webhook]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<Webhook>> {
    return sliceOf(await this.webhooks.list(createdPiece(page)), page, createdKey, () => this.webhooks.count());
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED */
  async update(id: string, patch: WebhookPatch, condition?: Precondition): Promise<Webhook> {
    await this.managed(id);
    const checked = {
      ...patch,
      ...(patch.url == null ? {} : { url: this.checkedUrl(patch.url) }),
      ...(patch.types == null ? {} : { types: EVENT_TYPE_NAMES.filter((type) => patch.types?.includes(type)) }),
    };
    if (!(await this.webhooks.update(id, checked, condition))) throw notFound('webhook', id);
    return this.get(id);
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN */
  async delete(id: string, condition?: Precondition): Promise<void> {
    await this.managed(id);
    if (!(await this.webhooks.delete(id, condition))) throw notFound('webhook', id);
  }

  /**
   * @param overlapSeconds how long existing secrets stay valid
   * @throws DomainError NOT_FOUND, FORBIDDEN; CONFLICT if too many secrets are still valid
   */
  async rotate(id: string, overlapSeconds = DEFAULT_OVERLAP_SECONDS): Promise<WebhookWithSecret> {
    await this.managed(id);
    const secret = newSecret();
    const outcome = await this.webhooks.rotate(id, secret, overlapSeconds);
    if (outcome === 'not-found') throw notFound('webhook', id);
    if (outcome === 'too-many')
      throw new DomainError('CONFLICT', `${MAX_SECRETS} secrets of the webhook are still valid`, {
        field: 'overlapSeconds',
        allowed: '0, which ends the old secrets at once, or to wait',
      });
    return { ...(await this.get(id)), secret };
  }

  /** Checks the webhook first: callers who cannot see it must not learn that they may not change it. */
  private async managed(id: string): Promise<void> {
    await this.get(id);
    requireScope('admin');
  }

  private checkedUrl(text: string): string {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || url.hash !== '' || url.href.length > MAX_URL_CHARS)
      throw invalid('url', 'the URL cannot be used', URLS);
    const refusal = this.client.refusalOf(url.href);
    if (refusal !== null) {
      const setting = allowedBy({ url: url.href, outcome: 'blocked-address', message: refusal }, PUBLIC_PORTS);
      const more = setting === null ? '' : `. Settings of the service for it: ${setting}`;
      throw invalid('url', `the URL cannot be used: ${refusal}`, `${URLS}${more}`);
    }
    return url.href;
  }
}

function refusal(outcome: Exclude<InsertOutcome, 'made'>, { topicId, sessionId }: NewWebhook): DomainError {
  if (outcome === 'no-topic') return notFound('topic', topicId ?? '');
  if (outcome === 'no-session') return notFound('session', sessionId ?? '');
  return new DomainError('CONFLICT', `the project has ${MAX_WEBHOOKS} webhooks`, {
    allowed: 'to delete webhooks that are not needed first',
  });
}
