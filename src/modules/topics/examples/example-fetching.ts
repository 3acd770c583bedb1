import { anySignal } from 'any-signal';
import { FAILURE_KINDS, type FailureKind } from '../../../domain/fetching/index.js';
import { parsePage, tellingText } from '../../../domain/page/index.js';
import { PLAIN_FETCH, type Fetcher, type FetchOutcome, type FetchSettings } from '../../../engine/ports.js';

/** Fetches under way at once: as many as a small crawl has, over many hosts. */
const CONCURRENCY = 8;
/** Pages larger than this are cut: their text is in the beginning. */
const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 20_000;
/** The crawler's usual politeness. */
const HOST_DELAY_MS = 1_000;
const MAX_REDIRECTS = 5;

/** Why there is no text of a page. */
export const FETCH_FAILURES = [...FAILURE_KINDS, 'no-text'] as const;
export type FetchFailure = FailureKind | 'no-text';

/** A page's text, or why there is none. */
export type FetchedText =
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

/** Fetches a page and takes title and main text from it, the way the crawler does. */
export async function fetchText(
  fetcher: Fetcher,
  url: string,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<FetchedText> {
  return textOf(await fetcher.fetch({ url, settings }, signal));
}

function textOf(outcome: FetchOutcome): FetchedText {
  // Neither was asked for.
  if (outcome.kind === 'sitemap' || outcome.kind === 'not-modified')
    return { kind: 'failed', failure: 'no-text', message: 'the answer is no page' };
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
