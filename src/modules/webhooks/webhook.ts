import { EVENT_TYPE_NAMES, type EventType } from '../../platform/outbox/index.js';

/** Why the service switched a webhook off. */
export const DISABLED_REASONS = ['gone', 'failing', 'backlog'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Where a project is told what happens. */
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
  /** Since when no attempt has succeeded; null after a success. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a new webhook is to be. */
export interface WebhookWanted {
  readonly url: string;
  readonly description?: string | null;
  /** All where left out. */
  readonly types?: readonly EventType[] | null;
  readonly topicId?: string | null;
  readonly sessionId?: string | null;
  readonly enabled?: boolean | null;
}

/** What is to change; what is left out stays. */
export type WebhookPatch = Pick<WebhookWanted, 'description' | 'types' | 'enabled'> & { readonly url?: string | null };

/** A webhook with the secret that is told once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** The type of the message that a user sends to try a webhook out. */
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
  /** As it is sent. */
  readonly body: string;
  readonly state: MessageState;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
}

/** How an attempt ended: `delivered`, `refused` by an answer that is no 2xx, or what kept an answer away. */
export interface WebhookAttempt {
  readonly no: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly excerpt: string | null;
}

/** Which messages are wanted. What is left out leaves nothing out. */
export interface MessageFilter {
  readonly state?: MessageState | null;
  readonly type?: MessageType | null;
  readonly sessionId?: string | null;
  /** At this time or later. */
  readonly from?: Date | null;
  /** Before this time. */
  readonly to?: Date | null;
}

/** Webhooks of one project. */
export const MAX_WEBHOOKS = 20;
export const MAX_URL_CHARS = 2_000;
export const MAX_DESCRIPTION_CHARS = 1_000;
/** Secrets of one webhook that are valid at the same time. */
export const MAX_SECRETS = 5;
/** How long an old secret stays valid, at most, seconds. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const DEFAULT_OVERLAP_SECONDS = 86_400;
/** Messages replayed by one call. */
export const MAX_REPLAYED = 1_000;
