/** What is to become of a message after an attempt. */
export interface Verdict {
  /** `gone`: the receiver wants no messages any more. `failed`: this was the last attempt. */
  readonly kind: 'delivered' | 'again' | 'failed' | 'gone';
  /** Time until the next attempt, ms. */
  readonly waitMs: number;
  /** Time for which the receiver wants no messages at all, ms. */
  readonly holdMs: number;
}

/** An answer, as far as it decides. */
export interface Answer {
  readonly status: number;
  /** What the header Retry-After asks for, ms. */
  readonly retryAfterMs: number | undefined;
}

/** Retries are made up to this share later than planned, so that those of many messages do not come together. */
const JITTER = 0.2;

/**
 * By the recommendations of the Standard Webhooks specification ("Deliverability and reliability", "Delivery success and failure").
 *
 * @param answer null when none came
 * @param attempt attempts at the message before this one
 * @param delaysMs before each retry; after the last of them the message is given up
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

/** The beginning of a body as a text that can be stored: without control characters, on one line. */
export const excerptOf = (body: string, maxChars: number): string =>
  body
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxChars);
