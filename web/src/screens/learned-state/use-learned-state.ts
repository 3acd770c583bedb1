import { useEffect } from 'preact/hooks';
import { type Loaded, useQuery } from '../../api/use-query.js';
import type { ResultOf } from '../../api/graphql.js';
import { hasEnded } from '../../parts/words.js';
import { LEARNED_STATE } from './queries.js';

/** Interval at which workers write the learned state. */
const INTERVAL_MS = 5_000;

/** The learned state of the policy; loaded again every few seconds while the session runs and the page is visible. */
export function useLearnedState(id: string): Loaded<ResultOf<typeof LEARNED_STATE>> {
  const loaded = useQuery(LEARNED_STATE, { id });
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
