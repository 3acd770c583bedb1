import type { JSX } from 'preact';
import { Table } from '../../parts/table.js';
import { count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Session } from './queries.js';

const nameOf = (outcome: string, httpStatus: number | null): string =>
  `${outcome.toLowerCase().replaceAll('_', ' ')}${httpStatus === null ? '' : ` ${httpStatus}`}`;

/** Failures by kind, with the settings that would help. */
export function Failures({ session }: { readonly session: Pick<Session, 'failureCounts' | 'topicId'> }): JSX.Element {
  return (
    <>
      <Table
        name="Failures"
        rows={session.failureCounts}
        idOf={({ outcome, httpStatus }) => `${outcome} ${httpStatus ?? ''}`}
        columns={[
          {
            head: 'Kind',
            cell: ({ outcome, httpStatus, means }) => (
              <>
                {nameOf(outcome, httpStatus)} <small>{means}</small>
              </>
            ),
          },
          { head: 'Times', isNumber: true, cell: ({ count: times }) => count(times) },
          { head: 'Remedy', cell: ({ help }) => <span>{help.advice}</span> },
          {
            head: 'Settings',
            cell: ({ help }) => (
              <span>
                {help.settings.map((setting) => (
                  <code key={setting} class="line">
                    {setting}
                  </code>
                ))}
              </span>
            ),
          },
        ]}
      />
      <p class="note">
        A session keeps its settings.{' '}
        <Link to={`${pathTo('start')}?topic=${encodeURIComponent(session.topicId)}`}>
          Start another one of this topic
        </Link>{' '}
        to change them. Those that the form does not have are fields of <code>POST /v1/topics/:id/sessions</code>.
      </p>
    </>
  );
}
