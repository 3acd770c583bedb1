import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { cronInWords } from '../../parts/cron-words.js';
import { Badge } from '../../parts/states.js';
import type { Action } from '../../parts/use-action.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { PAUSE_SCHEDULE, RESUME_SCHEDULE } from '../schedules/schedule-queries.js';
import type { RunSchedule } from './monitor-queries.js';

interface Props {
  readonly monitor: { readonly id: string; readonly name: string };
  /** All schedules of the project. */
  readonly schedules: readonly RunSchedule[];
  readonly action: Action;
}

/** When a monitor runs. Its schedules pause it: without one it runs only by hand. */
export function MonitorSchedules({ monitor, schedules, action }: Props): JSX.Element {
  const own = schedules.filter((schedule) => schedule.action.monitor?.monitorId === monitor.id);
  if (own.length === 0)
    return (
      <>
        by hand{' '}
        {mayWrite() && (
          <Link to={`${pathTo('schedules')}?monitor=${encodeURIComponent(monitor.id)}`} class="button">
            Schedule it
          </Link>
        )}
      </>
    );
  return (
    <>
      {own.map(({ id, cron, timeZone, pausedAt }, i) => {
        const isPaused = pausedAt !== null;
        return (
          <span key={id}>
            {i > 0 && '; '}
            <Link to={pathTo('schedule', id)}>{cronInWords(cron)}</Link> <small>{timeZone}</small>{' '}
            {isPaused && <Badge state="PAUSED">paused</Badge>}{' '}
            {mayWrite() && (
              <button
                type="button"
                aria-label={`${isPaused ? 'Resume' : 'Pause'}: ${monitor.name}`}
                disabled={action.isBusy}
                onClick={() =>
                  void (isPaused
                    ? action.run(RESUME_SCHEDULE, { id }, `${monitor.name} goes on.`)
                    : action.run(PAUSE_SCHEDULE, { id }, `${monitor.name} is paused.`))
                }
              >
                {isPaused ? 'Resume' : 'Pause'}
              </button>
            )}
          </span>
        );
      })}
    </>
  );
}
