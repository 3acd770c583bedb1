import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { documentedEvents, inRest } from '../../../../platform/api/index.js';
// The events of sessions are documented in the files that declare their data.
import '../dto/session-events.dto.js';

/** The specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret in the form of the specification: `whsec_` and its bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** A message as sent. */
interface SignedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface MessageToSign {
  readonly id: string;
  readonly type: string;
  /** When it happened. */
  readonly createdAt: Date;
  readonly data: unknown;
}

/**
 * The body of a message, spelt like the answers of REST. The text is always the same: keys of stored data keep their
 * order.
 */
export function bodyOf({ type, createdAt, data }: Omit<MessageToSign, 'id'>): string {
  const event = documentedEvents().get(type);
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: event === undefined ? data : inRest(event.data, data),
  });
}

/**
 * Body and headers of a message by the Standard Webhooks specification, version 1.0.0. The id is the same at each
 * attempt; the time is that of the attempt.
 *
 * @param secrets each of them signs: receivers accept any signature that they can verify
 */
export function signed(message: MessageToSign, secrets: readonly string[], now: Date): SignedMessage {
  const body = bodyOf(message);
  const webhookId = `msg_${message.id}`;
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(webhookId, now, body)).join(' '),
    },
    body,
  };
}
