import { useEffect } from 'preact/hooks';
import { type Loaded, useQuery } from '../../api/use-query.js';
import type { ResultOf } from '../../api/graphql.js';
import { hasEnded } from '../../parts/words.js';
import { MIND } from './queries.js';

/** Interval at which workers write the learned state. */
const INTERVAL_MS = 5_000;

/** The learned state of the policy; loaded again every few seconds while the session runs and the page is visible. */
export function useMind(id: string): Loaded<ResultOf<typeof MIND>> {
  const loaded = useQuery(MIND, { id });
  const { data, reload } = loaded;
  const isOver = data !== null && hasEnded(data.session.state);
  useEffect(() => {
    if (isOver) return;
    const look = (): void => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setInterval(look, INTERVAL_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOver, reload]);
  return loaded;
}
