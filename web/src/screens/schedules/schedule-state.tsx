import type { JSX } from 'preact';
import { Badge } from '../../parts/states.js';
import { counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Schedule } from './schedule-queries.js';

/** Whether a schedule is on, or why it is paused, with its last error. */
export function ScheduleState({
  schedule: { pausedAt, pauseReason, lastError, failures },
}: {
  readonly schedule: Schedule;
}): JSX.Element {
  return (
    <>
      {pausedAt === null ? (
        <Badge state="RUNNING">on</Badge>
      ) : (
        <Badge state={pauseReason === 'FAILURES' ? 'FAILED' : 'PAUSED'}>
          {pauseReason === 'FAILURES' ? `paused after ${counted(failures, 'failure')}` : 'paused'}
        </Badge>
      )}{' '}
      {lastError !== null && <small>{lastError}</small>}
    </>
  );
}

/** Link to the topic or monitor that a schedule starts. */
export const Started = ({ schedule: { action } }: { readonly schedule: Schedule }): JSX.Element =>
  action.session ? (
    <Link to={pathTo('topic', action.session.topicId)}>a session</Link>
  ) : (
    <Link to={pathTo('monitor', action.monitor?.monitorId ?? '')}>a monitor</Link>
  );
