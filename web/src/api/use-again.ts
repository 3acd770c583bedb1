import { useEffect, useRef } from 'preact/hooks';

/** Does something again and again, as long as it is wanted and the page can be seen. */
export function useAgain(work: () => void, everyMs: number, isWanted: boolean): void {
  const newest = useRef(work);
  newest.current = work;
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => {
      if (!document.hidden) newest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isWanted, everyMs]);
}

/** Does something again and again while a session runs, and once more at its end. */
export function useWhileRunning(work: () => void, everyMs: number, isRunning: boolean): void {
  useAgain(work, everyMs, isRunning);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) work();
    wasRunning.current = isRunning;
  }, [isRunning]);
}
