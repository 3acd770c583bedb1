import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Answer, ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import type { ResultOf } from '../../api/graphql.js';
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

/** All domains of a session with a page, loaded one page after the other and shown as they come. */
export function useDomains(id: string): LoadedDomains {
  const [state, setState] = useState<Omit<LoadedDomains, 'reload'>>({
    topic: '',
    domains: [],
    failure: null,
    isLoading: true,
    isCut: false,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<void> => {
      let domains: readonly Domain[] = [];
      let after: string | null = null;
      for (;;) {
        const { data, failure }: Answer<ResultOf<typeof DOMAINS>> = await ask(DOMAINS, { id, after });
        if (isGone) return;
        if (failure) return setState((before) => ({ ...before, failure, isLoading: false }));
        const { topic, domains: page }: ResultOf<typeof DOMAINS>['session'] = data.session;
        domains = [...domains, ...page.nodes];
        after = page.pageInfo.endCursor;
        const isMore = page.pageInfo.hasNextPage && after !== null;
        const isCut = isMore && domains.length >= MOST_DOMAINS;
        setState({ topic: topic.name, domains, failure: null, isLoading: isMore && !isCut, isCut });
        if (!isMore || isCut) return;
      }
    };
    setState((before) => ({ ...before, failure: null, isLoading: true }));
    void load();
    return () => void (isGone = true);
  }, [id, round]);
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) };
}
