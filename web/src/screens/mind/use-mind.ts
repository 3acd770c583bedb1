import { useEffect } from 'preact/hooks';
import { type Loaded, useQuery } from '../../api/use-query.js';
import type { ResultOf } from '../../api/graphql.js';
import { hasEnded } from '../../parts/words.js';
import { MIND } from './queries.js';

/** As often as the service tells it anew. */
const INTERVAL_MS = 5_000;

/** What the policy has learnt; asked for again every few seconds while the session goes on and somebody looks. */
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
