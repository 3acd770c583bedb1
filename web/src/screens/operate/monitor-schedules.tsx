import type { JSX } from 'preact';
import { Badge } from '../../parts/states.js';
import type { Action } from '../../parts/use-action.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Monitor, RunSchedule } from './monitor-queries.js';
import { PAUSE_SCHEDULE, RESUME_SCHEDULE } from './schedule-queries.js';

interface Props {
  readonly monitor: Monitor;
  /** All schedules of the project. */
  readonly schedules: readonly RunSchedule[];
  readonly action: Action;
}

/** When a monitor runs by itself. It is paused by its schedules: without one it runs only by hand. */
export function MonitorSchedules({ monitor, schedules, action }: Props): JSX.Element {
  const own = schedules.filter((schedule) => schedule.action.monitor?.monitorId === monitor.id);
  if (own.length === 0)
    return (
      <>
        by hand; <Link to={pathTo('operatePart', 'schedules')}>make a schedule</Link>
      </>
    );
  return (
    <ul>
      {own.map(({ id, cron, timeZone, pausedAt }) => {
        const isPaused = pausedAt !== null;
        return (
          <li key={id}>
            <code>{cron}</code> {timeZone} {isPaused && <Badge state="PAUSED">paused</Badge>}{' '}
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
          </li>
        );
      })}
    </ul>
  );
}
