import { useEffect, useRef } from 'preact/hooks';
import { GONE } from './client.js';

/** An answer of this age is asked for again when somebody returns to the page. */
const STALE_MS = 5_000;

/**
 * Loads again when somebody returns to the page, and when a change finds that others have deleted its object.
 *
 * @param askedAt when it was loaded last, of `performance.now()`
 */
export function useOnReturn(load: () => unknown, askedAt: { readonly current: number }): void {
  const newest = useRef(load);
  newest.current = load;
  useEffect(() => {
    const again = (): void => void newest.current();
    const returned = (): void => {
      if (!document.hidden && performance.now() - askedAt.current > STALE_MS) again();
    };
    addEventListener(GONE, again);
    document.addEventListener('visibilitychange', returned);
    return () => {
      removeEventListener(GONE, again);
      document.removeEventListener('visibilitychange', returned);
    };
  }, [askedAt]);
}

/**
 * Does something again and again, as long as it is wanted and the page can be seen. It begins again only when it has
 * ended.
 */
export function useAgain(work: () => unknown, everyMs: number, isWanted: boolean): void {
  const newest = useRef(work);
  newest.current = work;
  useEffect(() => {
    if (!isWanted) return;
    let isBusy = false;
    const timer = setInterval(() => {
      if (document.hidden || isBusy) return;
      isBusy = true;
      void Promise.resolve(newest.current()).finally(() => (isBusy = false));
    }, everyMs);
    return () => clearInterval(timer);
  }, [isWanted, everyMs]);
}

/** Does something again and again while a session runs, and once more at its end. */
export function useWhileRunning(work: () => unknown, everyMs: number, isRunning: boolean): void {
  useAgain(work, everyMs, isRunning);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) work();
    wasRunning.current = isRunning;
  }, [isRunning]);
}
