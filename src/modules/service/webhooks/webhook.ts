import { EVENT_TYPE_NAMES, type EventType } from '../../../platform/outbox/index.js';

/** Why the service disabled a webhook. */
export const DISABLED_REASONS = ['gone', 'failing', 'backlog'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A URL to which a project's events are sent. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly types: readonly EventType[];
  readonly topicId: string | null;
  readonly sessionId: string | null;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** Start of continuous failures; null after a success. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Settings of a new webhook. */
export interface WebhookWanted {
  readonly url: string;
  readonly description?: string | null;
  /** Default: all. */
  readonly types?: readonly EventType[] | null;
  readonly topicId?: string | null;
  readonly sessionId?: string | null;
  readonly enabled?: boolean | null;
}

/** Changes of a webhook; omitted fields stay unchanged. */
export type WebhookPatch = Pick<WebhookWanted, 'description' | 'types' | 'enabled'> & { readonly url?: string | null };

/** A webhook with its secret, which is shown once. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

/** The type of test messages. */
export const TEST_TYPE = 'webhook.test';
export const MESSAGE_TYPES = [...EVENT_TYPE_NAMES, TEST_TYPE] as const;
export type MessageType = EventType | typeof TEST_TYPE;

/** PENDING: waits for its next attempt. FAILED: given up after the last retry. */
export const MESSAGE_STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export interface WebhookMessage {
  readonly id: string;
  readonly webhookId: string;
  readonly type: MessageType;
  readonly topicId: string | null;
  readonly sessionId: string | null;
  /** As sent. */
  readonly body: string;
  readonly state: MessageState;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
}

/** How an attempt ended: `delivered`, `refused` with a status other than 2xx, or why there was no response. */
export interface WebhookAttempt {
  readonly no: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly error: string | null;
  /** The beginning of the response's body. */
  readonly excerpt: string | null;
}

/** Filter for messages. Omitted fields match everything. */
export interface MessageFilter {
  readonly state?: MessageState | null;
  readonly type?: MessageType | null;
  readonly sessionId?: string | null;
  /** At this time or later. */
  readonly from?: Date | null;
  /** Before this time. */
  readonly to?: Date | null;
}

/** Most webhooks per project. */
export const MAX_WEBHOOKS = 20;
export const MAX_URL_CHARS = 2_000;
export const MAX_DESCRIPTION_CHARS = 1_000;
/** Most valid secrets per webhook. */
export const MAX_SECRETS = 5;
/** Longest validity of an old secret, seconds. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const DEFAULT_OVERLAP_SECONDS = 86_400;
/** Messages replayed by one call. */
export const MAX_REPLAYED = 1_000;
