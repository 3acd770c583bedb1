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
