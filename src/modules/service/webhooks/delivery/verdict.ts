/** The consequence of an attempt for a message. */
export interface Verdict {
  /** `gone`: the receiver wants no more messages. `failed`: this was the last attempt. */
  readonly kind: 'delivered' | 'again' | 'failed' | 'gone';
  /** Time until the next attempt, ms. */
  readonly waitMs: number;
  /** Time for which the receiver wants no messages at all, ms. */
  readonly holdMs: number;
}

/** The fields of a response that matter for the verdict. */
export interface Answer {
  readonly status: number;
  /** The delay in the header Retry-After, ms. */
  readonly retryAfterMs: number | undefined;
}

/** Retries are delayed by up to this additional share, so that those of many messages do not coincide. */
const JITTER = 0.2;

/**
 * Follows the recommendations of the Standard Webhooks specification ("Deliverability and reliability", "Delivery
 * success and failure").
 *
 * @param answer null without a response
 * @param attempt attempts at the message before this one
 * @param delaysMs before each retry; after the last of them the message fails
 * @param random from 0 to 1
 */
export function verdictOf(
  answer: Answer | null,
  attempt: number,
  delaysMs: readonly number[],
  random: number,
): Verdict {
  if (answer !== null && answer.status >= 200 && answer.status < 300)
    return { kind: 'delivered', waitMs: 0, holdMs: 0 };
  if (answer?.status === 410) return { kind: 'gone', waitMs: 0, holdMs: 0 };
  const holdMs = answer?.retryAfterMs ?? 0;
  if (attempt >= delaysMs.length) return { kind: 'failed', waitMs: 0, holdMs };
  return { kind: 'again', waitMs: Math.max(delaysMs[attempt] * (1 + JITTER * random), holdMs), holdMs };
}

/** The beginning of a body in storable form: without control characters, on one line. */
export const excerptOf = (body: string, maxChars: number): string =>
  body
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxChars);
