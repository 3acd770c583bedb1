import { meaningOf, type StepOutcome } from '../fetching/index.js';
import { type ComparisonSettings, textChange, type TextChange } from './text-change.js';

/** A page that could not be fetched for other reasons than that it is gone counts as gone after so many looks in a row, each in a run of its own. */
export const LOOKS_UNTIL_GONE = 3;
/** Not Found, Gone. */
const GONE_STATUSES: readonly (number | null)[] = [404, 410];

/** What is known of a page that is watched. */
export interface WatchedPage {
  /** Main text as of the last look that brought one. */
  readonly text: string | null;
  readonly gone: boolean;
  /** Looks in a row that brought nothing. */
  readonly misses: number;
}

/** What a look at a page has brought: a step of a session. */
export interface Look {
  readonly outcome: StepOutcome;
  /** Of the answer, where there was one. */
  readonly status: number | null;
  /** Main text; null for what is no page, and for pages that ask not to be indexed. */
  readonly text: string | null;
}

/**
 * What a look says of a page. `unknown`: nothing, since the page was not asked for, or robots.txt does not allow it. `missed`: it could not be fetched, which
 * may pass.
 */
export type LookVerdict =
  | { readonly kind: 'unchanged' | 'gone' | 'missed' | 'unknown' }
  | { readonly kind: 'changed'; readonly change: TextChange }
  | { readonly kind: 'back'; readonly change: TextChange | null };

/** Compares a look with what was known of the page. */
export function lookVerdict(page: WatchedPage, look: Look, settings: ComparisonSettings): LookVerdict {
  if (look.outcome === 'page') {
    const change = page.text === null || look.text === null ? null : textChange(page.text, look.text, settings);
    if (page.gone) return { kind: 'back', change };
    return change === null ? { kind: 'unchanged' } : { kind: 'changed', change };
  }
  const { by } = meaningOf(look.outcome);
  if (by !== 'web' && by !== 'session') return { kind: 'unknown' };
  if (page.gone) return { kind: 'missed' };
  const isGone = look.outcome === 'http-error' && GONE_STATUSES.includes(look.status);
  return { kind: isGone || page.misses + 1 >= LOOKS_UNTIL_GONE ? 'gone' : 'missed' };
}
