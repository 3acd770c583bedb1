import { anySignal } from 'any-signal';
import { FAILURE_KINDS, type FailureKind } from '../../../../domain/fetching/index.js';
import { parsePage, tellingText } from '../../../../domain/page/index.js';
import { PLAIN_FETCH, type Fetcher, type FetchOutcome, type FetchSettings } from '../../../../engine/ports.js';

/** Concurrent fetches: as many as in a small crawl, over many hosts. */
const CONCURRENCY = 8;
/** Larger pages are cut: their text is at the beginning. */
const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 20_000;
/** The crawler's default politeness. */
const HOST_DELAY_MS = 1_000;
const MAX_REDIRECTS = 5;

/** Why a page has no text. */
export const FETCH_FAILURES = [...FAILURE_KINDS, 'no-text'] as const;
export type FetchFailure = FailureKind | 'no-text';

/** A page's text, or why there is none. */
type FetchedText =
  | {
      readonly kind: 'text';
      readonly url: string;
      readonly title: string;
      readonly description: string;
      readonly text: string;
    }
  | { readonly kind: 'failed'; readonly failure: FetchFailure; readonly message: string };

export function fetchSettings(userAgent: string): FetchSettings {
  return {
    ...PLAIN_FETCH,
    userAgent,
    obeyRobots: true,
    hostDelayMs: HOST_DELAY_MS,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: MAX_REDIRECTS,
  };
}

/** Fetches a page and extracts title and main text like the crawler. */
export async function fetchText(
  fetcher: Fetcher,
  url: string,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<FetchedText> {
  return textOf(await fetcher.fetch({ url, settings }, signal));
}

function textOf(outcome: FetchOutcome): FetchedText {
  // Neither was requested.
  if (outcome.kind === 'sitemap' || outcome.kind === 'not-modified')
    return { kind: 'failed', failure: 'no-text', message: 'the response is not a page' };
  if (outcome.kind !== 'page') return { kind: 'failed', failure: outcome.kind, message: outcome.message };
  const page = parsePage(outcome.html, outcome.finalUrl, undefined, outcome);
  const text = tellingText(page);
  if (text === '' && page.title === '')
    return { kind: 'failed', failure: 'no-text', message: 'the page holds no text' };
  return { kind: 'text', url: outcome.finalUrl, title: page.title, description: page.description, text };
}

/** Runs `work` on each item, a few at a time, until the items or the time run out or `signal` aborts. */
export async function eachWithin<T>(
  items: readonly T[],
  budgetMs: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const until = anySignal([signal, AbortSignal.timeout(budgetMs)]);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && !until.aborted) await work(items[next++], until);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, lane));
  } finally {
    until.clear();
  }
}
