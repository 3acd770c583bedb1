import type { JSX } from 'preact';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { count, counted, hasEnded, secondOf } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { detailsInWords, KINDS } from './event-words.js';
import { type EventKind, EVENTS } from './queries.js';

const EVERY_MS = 5_000;

const isKind = (text: string | null): text is EventKind => text !== null && Object.hasOwn(KINDS, text);

interface Props {
  readonly id: string;
  /** The kind that the address names; others are left out. */
  readonly kind: string | null;
}

/** The events of a session, newest first. */
export default function EventsScreen({ id, kind: asked }: Props): JSX.Element {
  const kind = isKind(asked) ? asked : null;
  const paging = usePaging('events');
  const loaded = useQuery(EVENTS, { id, kind, before: paging.after });
  const session = loaded.data?.session;
  useAgain(loaded.reload, EVERY_MS, session !== undefined && !hasEnded(session.state) && paging.isFirst);
  const choose = (chosen: string): void => {
    paging.begin();
    go(`${pathTo('events', id)}${chosen === '' ? '' : `?kind=${chosen}`}`, { replace: true });
  };
  return (
    <>
      <Heading text={session ? 'Events:' : 'Events'} {...(session && { of: session.name ?? session.topic.name })} />
      <p class="hint">
        Changes of the session, and what happened at hosts. <Link to={pathTo('session', id)}>Back to the session</Link>
      </p>
      <div class="filters">
        <label>
          <span>Kind</span>
          <select value={kind ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">all</option>
            {Object.entries(KINDS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {session && (
          <p role="status" class="note">
            {session.events.totalCountIsExact
              ? counted(session.events.totalCount, 'event')
              : `${count(session.events.totalCount)} events or more`}
          </p>
        )}
      </div>
      <Listed
        loaded={loaded}
        what="the events"
        isEmpty={({ session: { events } }) => events.nodes.length === 0}
        empty={<p>{kind === null ? 'Nothing has happened yet.' : 'No event is of this kind.'}</p>}
      >
        {({ session: { events } }) => (
          <>
            <Table
              name="Events"
              rows={[...events.nodes].reverse()}
              idOf={({ no }) => String(no)}
              columns={[
                { head: 'Event', cell: (event) => KINDS[event.kind] },
                { head: 'When', cell: ({ at }) => <time dateTime={at}>{secondOf(at)}</time> },
                {
                  head: 'Details',
                  cell: (event) => <bdi>{detailsInWords(event.kind, event.details).join('; ') || '–'}</bdi>,
                },
                {
                  head: 'Steps',
                  means: 'Pages and failures that were completed by then',
                  isNumber: true,
                  cell: ({ completed }) => count(completed),
                },
              ]}
            />
            <Pager
              name="More events"
              paging={paging}
              info={{ endCursor: events.pageInfo.startCursor, hasNextPage: events.pageInfo.hasPreviousPage }}
            />
          </>
        )}
      </Listed>
    </>
  );
}
