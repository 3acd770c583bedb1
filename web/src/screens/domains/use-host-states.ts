import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import { graphql, type ResultOf } from '../../api/graphql.js';
import { HOST_STATES, isOfRobots, untilInWords } from '../../parts/host-words.js';

const HOST_STATES_OF = graphql(`
  query HostStates($id: ID!, $after: String) {
    session(id: $id) {
      hosts(first: 200, after: $after) {
        nodes {
          name
          state
          waitingUntil
          domainNo
          count
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof HOST_STATES_OF>['session']['hosts'];
export type HostOfDomain = Answer['nodes'][number];

/** Limit of rounds of 200 hosts each. A session with more hosts shows only these. */
const MOST_ROUNDS = 5;

/**
 * The hosts of a session that are left alone or forbidden in part, by the number of their domain. Null until they are
 * read, and where they cannot be.
 */
export function useHostStates(id: string, round: unknown): ReadonlyMap<number, readonly HostOfDomain[]> | null {
  const [states, setStates] = useState<ReadonlyMap<number, readonly HostOfDomain[]> | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<void> => {
      const found = new Map<number, HostOfDomain[]>();
      let after: string | null = null;
      for (let i = 0; i < MOST_ROUNDS; i++) {
        const { data }: { data: ResultOf<typeof HOST_STATES_OF> | null } = await ask(HOST_STATES_OF, { id, after });
        if (isGone || (!data && i === 0)) return;
        if (!data) break;
        const { nodes, pageInfo }: Answer = data.session.hosts;
        for (const host of nodes)
          if (host.domainNo !== null) found.set(host.domainNo, [...(found.get(host.domainNo) ?? []), host]);
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage) break;
      }
      setStates(found);
    };
    void load();
    return () => void (isGone = true);
  }, [id, round]);
  return states;
}

/** Politeness and robots.txt state of a domain, in words; '' if there is nothing to say. */
export function standingsOf(hosts: readonly HostOfDomain[], now: number): { politeness: string; robots: string } {
  const words = (ofRobots: boolean): string => {
    const some = hosts.filter(({ state }) => isOfRobots(state) === ofRobots);
    const phrases = some.map(({ state, waitingUntil }) =>
      waitingUntil === null
        ? HOST_STATES[state].name
        : `${HOST_STATES[state].name}, ${untilInWords(waitingUntil, now)}`,
    );
    return [...new Set(phrases)].slice(0, 2).join('; ');
  };
  return { politeness: words(false), robots: words(true) };
}
