import { meaningOf, type StepOutcome } from '../fetching/index.js';
import { type ComparisonSettings, textChange, type TextChange } from './text-change.js';

/**
 * A page that fails for reasons other than being gone counts as gone after this many consecutive failed looks, each in
 * a run of its own. A page without its text counts as changed then: scripts and servers fail at times.
 */
const LOOKS_UNTIL_GONE = 3;
/** Not Found, Gone. */
const GONE_STATUSES: readonly (number | null)[] = [404, 410];

/** The known state of a watched page. */
export interface WatchedPage {
  /** Main text at the last successful look. */
  readonly text: string | null;
  readonly gone: boolean;
  /** Consecutive failed looks. */
  readonly misses: number;
}

/** The result of a look at a page: a step of a session. */
interface Look {
  readonly outcome: StepOutcome;
  /** Status of the response, if there was one. */
  readonly status: number | null;
  /** Main text; null if it is no page, or asks not to be indexed. */
  readonly text: string | null;
}

/**
 * The conclusion from a look. `unknown`: none, because the page was not requested, or robots.txt forbids it. `missed`:
 * a failure that may be transient.
 */
export type LookVerdict =
  | { readonly kind: 'unchanged' | 'gone' | 'missed' | 'unknown' }
  | { readonly kind: 'changed'; readonly change: TextChange }
  | { readonly kind: 'back'; readonly change: TextChange | null };

/** Compares a look with the known state of the page. */
export function lookVerdict(page: WatchedPage, look: Look, settings: ComparisonSettings): LookVerdict {
  if (look.outcome === 'page') {
    const change = page.text === null || look.text === null ? null : textChange(page.text, look.text, settings);
    if (page.gone) return { kind: 'back', change };
    if (change !== null && look.text?.trim() === '' && page.misses + 1 < LOOKS_UNTIL_GONE) return { kind: 'missed' };
    return change === null ? { kind: 'unchanged' } : { kind: 'changed', change };
  }
  const { by } = meaningOf(look.outcome);
  if (by !== 'web' && by !== 'session') return { kind: 'unknown' };
  if (page.gone) return { kind: 'missed' };
  const isGone = look.outcome === 'http-error' && GONE_STATUSES.includes(look.status);
  return { kind: isGone || page.misses + 1 >= LOOKS_UNTIL_GONE ? 'gone' : 'missed' };
}
