import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import type { ResultOf } from '../../api/graphql.js';
import { useOnReturn } from '../../api/use-again.js';
import { type Domain, DOMAINS } from './queries.js';

/** A session may have more; they are listed by the API. */
export const MOST_DOMAINS = 10_000;

export interface LoadedDomains {
  readonly topic: string;
  readonly domains: readonly Domain[];
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  /** Whether there are more than are loaded. */
  readonly isCut: boolean;
  readonly reload: () => void;
}

/**
 * All domains of a session with a page, loaded in parts. The list grows when twice as many have come as it shows:
 * filtering and sorting it for each part takes tenths of a second.
 */
export function useDomains(id: string): LoadedDomains {
  const [state, setState] = useState<Omit<LoadedDomains, 'reload'>>({
    topic: '',
    domains: [],
    failure: null,
    isLoading: true,
    isCut: false,
  });
  const [round, setRound] = useState(0);
  const askedAt = useRef(0);
  /** The session whose domains are shown, and how many: loaded again, the list does not shrink meanwhile. */
  const before = useRef({ id, shown: 0 });
  useEffect(() => {
    let isGone = false;
    askedAt.current = performance.now();
    if (before.current.id !== id) before.current = { id, shown: 0 };
    const load = async (): Promise<void> => {
      const domains: Domain[] = [];
      let shown = 0;
      let after: string | null = null;
      for (;;) {
        const { data, failure }: Answer<ResultOf<typeof DOMAINS>> = await ask(DOMAINS, { id, after });
        if (isGone) return;
        if (failure) {
          const loaded = domains.length > 0 ? { domains } : {};
          return setState((before) => ({ ...before, ...loaded, failure, isLoading: false }));
        }
        const { topic, domains: page }: ResultOf<typeof DOMAINS>['session'] = data.session;
        domains.push(...page.nodes);
        after = page.pageInfo.endCursor;
        const isMore = page.pageInfo.hasNextPage && after !== null;
        const isCut = isMore && domains.length >= MOST_DOMAINS;
        const isLoading = isMore && !isCut;
        if (isLoading && domains.length < Math.max(2 * shown, before.current.shown)) continue;
        shown = domains.length;
        before.current.shown = shown;
        setState({ topic: topic.name, domains: [...domains], failure: null, isLoading, isCut });
        if (!isLoading) return;
      }
    };
    setState((before) => ({ ...before, failure: null, isLoading: true }));
    void load();
    return () => void (isGone = true);
  }, [id, round]);
  const reload = useCallback(() => setRound((number) => number + 1), []);
  useOnReturn(reload, askedAt);
  return { ...state, reload };
}
