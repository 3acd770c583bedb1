import type { JSX } from 'preact';
import { graphql, type ResultOf } from '../../api/graphql.js';
import { useAgain, useWhileRunning } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Fold } from '../../parts/fold.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Failed, Loading } from '../../parts/states.js';
import { HOST_STATES, untilInWords } from '../../parts/host-words.js';
import { type Column, Table } from '../../parts/table.js';
import { count, duration } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';

const HOSTS = graphql(`
  query Hosts($id: ID!, $after: String) {
    session(id: $id) {
      hosts(first: 25, after: $after) {
        nodes {
          name
          state
          waitingUntil
          reason
          domainNo
          count
          candidates
          adaptiveDelayMs
          crawlDelayMs
          failuresInRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

type Host = ResultOf<typeof HOSTS>['session']['hosts']['nodes'][number];

const EVERY_MS = 10_000;

function delayOf({ adaptiveDelayMs, crawlDelayMs }: Host): string {
  if (adaptiveDelayMs === null && crawlDelayMs === null) return '–';
  const parts = [
    ...(crawlDelayMs === null ? [] : [`${duration(crawlDelayMs / 1_000)} by robots.txt`]),
    ...(adaptiveDelayMs === null ? [] : [`${duration(adaptiveDelayMs / 1_000)} by its answers`]),
  ];
  return parts.join(', ');
}

/** As many as are counted are more. */
const MOST_COUNTED = 1_000;

const candidatesOf = ({ candidates }: Host): string =>
  candidates === null ? '–' : candidates < MOST_COUNTED ? count(candidates) : `${count(MOST_COUNTED)} or more`;

const stateOf = (host: Host): JSX.Element => {
  const { name, meaning } = HOST_STATES[host.state];
  return (
    <span>
      {name} <small>{meaning}</small> {host.reason !== null && <small>{host.reason}</small>}
    </span>
  );
};

const columnsOf = (id: string, now: number): readonly Column<Host>[] => [
  {
    head: 'Host',
    cell: ({ name, domainNo }) =>
      domainNo === null ? name : <Link to={pathTo('domain', id, String(domainNo))}>{name}</Link>,
  },
  { head: 'Why', cell: stateOf },
  { head: 'Until', cell: ({ waitingUntil }) => untilInWords(waitingUntil, now) },
  { head: 'Delay', cell: delayOf },
  { head: 'Failures in a row', isNumber: true, cell: ({ failuresInRow }) => count(failuresInRow) },
  { head: 'URLs', isNumber: true, cell: (host) => count(host.count) },
  { head: 'Candidates', isNumber: true, cell: candidatesOf },
];

const HOSTS_COUNT = graphql(`
  query HostsCount($id: ID!) {
    session(id: $id) {
      hosts(first: 1) {
        totalCount
        totalCountIsExact
      }
    }
  }
`);

interface Props {
  readonly id: string;
  readonly isRunning: boolean;
  /** Whether they hold the session up. */
  readonly areTrouble: boolean;
}

/** Hosts that are left alone, folded behind their number. Nothing where there are none. */
export function HostsFolded({ id, isRunning, areTrouble }: Props): JSX.Element | null {
  const { data, reload } = useQuery(HOSTS_COUNT, { id });
  useWhileRunning(reload, EVERY_MS, isRunning);
  const hosts = data?.session.hosts;
  if (!hosts || hosts.totalCount === 0) return null;
  const says = `${count(hosts.totalCount)}${hosts.totalCountIsExact ? '' : ' or more'}`;
  return (
    <Fold title="Hosts left alone" says={says} isOpen={areTrouble}>
      {() => <HostsWaiting id={id} isRunning={isRunning} />}
    </Fold>
  );
}

/** Hosts that the session may not fetch from now: why, and until when. */
function HostsWaiting({ id, isRunning }: { readonly id: string; readonly isRunning: boolean }): JSX.Element {
  const paging = usePaging('hosts');
  const { data, failure, reload } = useQuery(HOSTS, { id, after: paging.after });
  useAgain(reload, EVERY_MS, isRunning);
  const hosts = data?.session.hosts;
  const now = Date.now();
  return (
    <>
      {failure && <Failed failure={failure} again={reload} />}
      {!hosts && !failure && <Loading what="the hosts" />}
      {hosts?.nodes.length === 0 && (
        <p class="note">No host is left alone: the session may fetch from all hosts that it knows.</p>
      )}
      {hosts && hosts.nodes.length > 0 && (
        <Table
          name="Hosts"
          rows={hosts.nodes}
          idOf={({ state, name }) => `${state} ${name}`}
          columns={columnsOf(id, now)}
        />
      )}
      {hosts && <Pager name="More hosts" paging={paging} info={hosts.pageInfo} words={['Back', 'More']} />}
    </>
  );
}
