import type { JSX } from 'preact';
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
      <div class="scroll" role="region" aria-label="Table of failures" tabIndex={0}>
        <table class="spacious">
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col" class="number">
                Times
              </th>
              <th scope="col">What helps</th>
              <th scope="col">Settings</th>
            </tr>
          </thead>
          <tbody>
            {session.failureCounts.map(({ outcome, httpStatus, count: times, means, help }) => (
              <tr key={`${outcome} ${httpStatus ?? ''}`}>
                <th scope="row">
                  {nameOf(outcome, httpStatus)}
                  <br />
                  <small>{means}</small>
                </th>
                <td class="number">{count(times)}</td>
                <td>{help.advice}</td>
                <td>
                  {help.settings.map((setting) => (
                    <div key={setting}>
                      <code>{setting}</code>
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
