import { ANSWERS } from '../api/client.js';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

interface Teller {
  readonly what: string;
  readonly again: () => void;
  readonly refresh: () => void;
}

/** Failures on the screen that can be tried again, in the order in which they came. */
let tellers: readonly Teller[] = [];

function setTellers(next: readonly Teller[]): void {
  tellers = next;
  for (const { refresh } of next) refresh();
}

// All that failed on the screen is tried again.
addEventListener(ANSWERS, () => tellers.forEach(({ again }) => again()));

export interface ToldOnce {
  /** Whether the same is said elsewhere on the screen. */
  readonly isSaid: boolean;
  /** Tries again all that failed in the same way. */
  readonly again: () => void;
}

/**
 * Several parts of a screen may fail for one reason: it is said once, and one button tries all of them again.
 *
 * @param again not given where nothing can be tried again: then it is said in any case
 */
export function useToldOnce(what: string, again: (() => void) | undefined): ToldOnce {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const newest = useRef(again);
  newest.current = again;
  const mine = useRef<Teller | null>(null);
  const canTry = again !== undefined;
  useLayoutEffect(() => {
    if (!canTry) return;
    const teller = { what, again: () => newest.current?.(), refresh: () => refresh(undefined) };
    mine.current = teller;
    setTellers([...tellers, teller]);
    return () => setTellers(tellers.filter((one) => one !== teller));
  }, [what, canTry]);
  const first = tellers.find((one) => one.what === what);
  return {
    isSaid: canTry && first !== undefined && first !== mine.current,
    again: () => tellers.filter((one) => one.what === what).forEach((one) => one.again()),
  };
}
