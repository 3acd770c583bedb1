import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { bytesInWords } from '../../parts/bytes.js';
import { Figures } from '../../parts/figures.js';
import { Listed } from '../../parts/listed.js';
import { headed, spelled } from '../../parts/named-words.js';
import { Badge, Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { ago, count, counted, duration, STATES } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type Operations, OPERATIONS } from './overview-queries.js';
import { isLost, waitInWords } from './standing.js';

const EVERY_MS = 5_000;

interface Part {
  readonly figures: Operations;
  /** The moment of the answer, by the clock of the database. */
  readonly now: number;
}

const secondsSince = (iso: string, now: number): string => duration(Math.max(0, (now - Date.parse(iso)) / 1_000));

function Processes({ figures: { processes }, now }: Part): JSX.Element {
  return (
    <section aria-labelledby="processes-heading">
      <h2 id="processes-heading">Processes</h2>
      {!processes.some(({ role, seenAt }) => role === 'WORKER' && !isLost(seenAt, now)) && (
        <p class="refused">No worker is running: sessions and jobs wait. Start one.</p>
      )}
      <Table
        name="Processes"
        rows={processes}
        idOf={({ name, role, startedAt }) => `${name} ${role} ${startedAt}`}
        columns={[
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Role', cell: ({ role }) => spelled(role) },
          {
            head: 'Last heartbeat',
            cell: ({ seenAt }) => (
              <>
                {secondsSince(seenAt, now)} ago {isLost(seenAt, now) && <Badge state="FAILED">lost</Badge>}
              </>
            ),
          },
          { head: 'Started', cell: ({ startedAt }) => ago(startedAt, now) },
          { head: 'Sessions', isNumber: true, cell: ({ sessions }) => count(sessions) },
          { head: 'Jobs', isNumber: true, cell: ({ jobs }) => count(jobs) },
          {
            head: 'Leases end in',
            means: 'Unless they are renewed before, which happens several times. Then another worker takes over.',
            cell: ({ leasesUntil }) => waitInWords(leasesUntil, now),
          },
          { head: 'Version', cell: ({ version }) => version },
        ]}
      />
    </section>
  );
}

const WAITS: Readonly<Record<string, string>> = {
  MODEL: 'for their model',
  QUOTA: 'for a quota',
  ARCHIVE_FULL: 'for room on the disk of the archives',
  DATABASE_FULL: 'for room on the disk of the database',
};

function Work({ figures: { sessions, jobs }, now }: Part): JSX.Element {
  return (
    <section aria-labelledby="work-heading">
      <h2 id="work-heading">Sessions and jobs</h2>
      {sessions.length + jobs.length === 0 ? (
        <Empty>Nothing waits and nothing runs.</Empty>
      ) : (
        <Table
          name="Sessions and jobs"
          rows={[
            ...sessions.map(({ state, waitingFor, ...rest }) => ({
              ...rest,
              what: 'Sessions',
              state:
                waitingFor === null ? (STATES[state] ?? state) : `${headed(state)}, waiting ${WAITS[waitingFor] ?? ''}`,
            })),
            ...jobs.map(({ kind, state, ...rest }) => ({
              ...rest,
              what: `Jobs: ${spelled(kind)}`,
              state: headed(state),
            })),
          ]}
          idOf={({ what, state }) => `${what} ${state}`}
          columns={[
            { head: 'Work', cell: ({ what }) => what },
            { head: 'State', cell: ({ state }) => state },
            { head: 'Number', isNumber: true, cell: (row) => count(row.count) },
            { head: 'Oldest created', cell: ({ oldestAt }) => ago(oldestAt, now) },
          ]}
        />
      )}
    </section>
  );
}

function Leases({ figures: { leases }, now }: Part): JSX.Element | null {
  if (leases.length === 0) return null;
  return (
    <details>
      <summary>{counted(leases.length, 'lease')}</summary>
      <p class="note">
        A lease is the right of a worker to a session or a job. It ends unless it is renewed, and another worker takes
        over.
      </p>
      <Table
        name="Leases"
        rows={leases}
        idOf={({ id }) => id}
        columns={[
          {
            head: 'Of',
            cell: ({ kind, id }) =>
              kind === 'SESSION' ? <Link to={pathTo('session', id)}>session {id}</Link> : `job ${id}`,
          },
          { head: 'Worker', cell: ({ owner }) => owner },
          { head: 'Started', cell: ({ startedAt }) => (startedAt === null ? '–' : ago(startedAt, now)) },
          { head: 'Ends in', cell: ({ expiresAt }) => waitInWords(expiresAt, now) },
        ]}
      />
    </details>
  );
}

function Queues({ figures }: Part): JSX.Element {
  const { webhooks, exports, schedules, monitorRuns, experimentsQueued, experimentsRunning } = figures;
  const late = schedules.lateSeconds > 0 ? `late by ${duration(schedules.lateSeconds)}; ` : '';
  return (
    <section aria-labelledby="queues-heading">
      <h2 id="queues-heading">Queues</h2>
      <Figures
        figures={[
          [
            'Messages waiting',
            count(webhooks.waiting),
            webhooks.waiting > 0 ? `the oldest for ${duration(webhooks.oldestSeconds)}` : '',
          ],
          [
            'Webhooks failing',
            count(webhooks.failing),
            webhooks.switchedOff > 0 ? `and ${count(webhooks.switchedOff)} switched off by the service` : '',
          ],
          [
            'Exports being made',
            count(exports.running),
            `${count(exports.queued)} waiting, ${counted(exports.stored, 'file')} of ${bytesInWords(exports.bytes)}`,
          ],
          ['Schedules due', count(schedules.due), `${late}${count(schedules.waiting)} waiting`],
          ['Schedules paused after failures', count(schedules.failed), ''],
          ['Runs of schedules waiting', count(schedules.runsWaiting), ''],
          ['Monitors checking now', count(monitorRuns), ''],
          ['Experiments running', count(experimentsRunning), `${count(experimentsQueued)} waiting`],
        ]}
      />
    </section>
  );
}

function Database({ figures: { database, version }, now }: Part): JSX.Element {
  const { bytes, connections, maxConnections, oldestTransactionAt, tables } = database;
  const oldest = oldestTransactionAt === null ? 'none' : secondsSince(oldestTransactionAt, now);
  return (
    <section aria-labelledby="database-heading">
      <h2 id="database-heading">Database</h2>
      <Figures
        figures={[
          ['Size', bytesInWords(bytes), ''],
          [
            ...(['Connections', count(connections), `of ${count(maxConnections)}`] as const),
            'Of all programs, with the limit of the server',
          ],
          [
            ...(['Oldest transaction', oldest, ''] as const),
            'A transaction that stays open for long keeps the database from vacuuming',
          ],
          ['Version of Gleaner', version, ''],
        ]}
      />
      <details>
        <summary>The largest tables</summary>
        <Table
          name="The largest tables"
          rows={tables}
          idOf={({ name }) => name}
          columns={[
            { head: 'Table', cell: ({ name }) => name },
            { head: 'Size', isNumber: true, cell: (table) => bytesInWords(table.bytes) },
            {
              head: 'Rows, about',
              means: 'Estimated by the database',
              isNumber: true,
              cell: ({ estimatedRows }) => count(estimatedRows),
            },
          ]}
        />
      </details>
    </section>
  );
}

/** How the service does: asked for again every few seconds while it is looked at. */
export function OverviewPart(): JSX.Element {
  const loaded = useQuery(OPERATIONS, {});
  const { reload } = loaded;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <Listed loaded={loaded} what="the figures">
      {({ operations }) => {
        const part = { figures: operations, now: Date.parse(operations.database.at) };
        return (
          <>
            <Processes {...part} />
            <Work {...part} />
            <Leases {...part} />
            <Queues {...part} />
            <Database {...part} />
          </>
        );
      }}
    </Listed>
  );
}
