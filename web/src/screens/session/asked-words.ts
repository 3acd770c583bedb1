import { count, counted, duration } from '../../parts/words.js';

export interface Budget {
  readonly fetches: number | null;
  readonly minutes: number | null;
  readonly relevantPages: number | null;
  readonly domains: number | null;
}

/** When a session ends, as the end of a sentence: the first limit that is reached. */
export function budgetInWords({ fetches, minutes, relevantPages, domains }: Budget): string {
  const limits = [
    ...(fetches === null ? [] : [counted(fetches, 'fetch', 'fetches')]),
    ...(minutes === null ? [] : [duration(minutes * 60)]),
    ...(relevantPages === null ? [] : [counted(relevantPages, 'relevant page')]),
    ...(domains === null ? [] : [counted(domains, 'relevant domain')]),
  ];
  return limits.length === 0 ? 'no limit' : limits.join(' or ');
}

/** Pages that the topic has already. @param days age from which they are fetched again */
export function knownInWords(known: 'REFRESH' | 'SKIP' | 'REUSE', days: number): string {
  if (known === 'REFRESH') return 'fetched again';
  const words = known === 'SKIP' ? 'passed over' : 'taken from the store';
  return `${words}, fetched again after ${counted(days, 'day')}`;
}

/** The limit of fetches, and the pages of the topic that cost none. @param limit null for no limit */
export function fetchesInWords(
  limit: number | null,
  { reused, skipped }: { readonly reused: number; readonly skipped: number },
): string {
  const words = [
    limit === null ? '' : `of ${count(limit)}`,
    reused === 0 ? '' : `and ${count(reused)} taken from the store`,
    skipped === 0 ? '' : `and ${count(skipped)} passed over`,
  ];
  return words.filter((word) => word !== '').join(' ');
}

/** The first of several texts, and the number of the rest. @param noun for one of them, such as `host` */
export function firstOf(texts: readonly string[], most: number, noun: string): string {
  const rest = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${rest > 0 ? ` and ${counted(rest, `more ${noun}`)}` : ''}`;
}

/** The starter of a session, in words. @param name of the schedule or monitor; null if it was deleted */
export function starterInWords(by: 'USER' | 'SCHEDULE' | 'MONITOR', name: string | null): string {
  if (by === 'USER') return '';
  const kind = by === 'SCHEDULE' ? 'schedule' : 'monitor';
  return name === null ? `by a ${kind} that is gone` : `by the ${kind} ${name}`;
}

interface Outcome {
  readonly state: string;
  readonly stateReason: string | null;
  readonly fetched: number;
  readonly failed: number;
  readonly underWay: number;
}

/** Reasons for which hosts or failures are the first thing to look at. */
const OF_HOSTS = new Set(['FRONTIER_EMPTY', 'RATE_LIMITED']);
const OF_FAILURES = new Set(['SEEDS_UNREACHABLE', 'RATE_LIMITED', 'FRONTIER_EMPTY']);
/** As many failures of all fetches are many. */
const MANY = 0.25;
const LEAST = 10;

/** Whether hosts that are left alone hold the session up. */
export const areHostsTrouble = ({ state, stateReason, underWay, fetched }: Outcome): boolean =>
  (state === 'RUNNING' && underWay === 0 && fetched > 0) || OF_HOSTS.has(stateReason ?? '');

/** Whether failures are more than every crawl of the web has. */
export const areFailuresTrouble = ({ state, stateReason, fetched, failed }: Outcome): boolean =>
  state === 'FAILED' || OF_FAILURES.has(stateReason ?? '') || (failed >= LEAST && failed >= MANY * (fetched + failed));
