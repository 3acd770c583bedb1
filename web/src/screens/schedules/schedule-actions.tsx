import type { JSX } from 'preact';
import { ConfirmButton } from '../../parts/confirm-button.js';
import type { Action } from '../../parts/use-action.js';
import { DELETE_SCHEDULE, PAUSE_SCHEDULE, RESUME_SCHEDULE, type Schedule } from './schedule-queries.js';

interface Props {
  readonly schedule: Schedule;
  readonly action: Action;
  readonly change: () => void;
  /** Called with the outcome, in words. */
  readonly deleted?: (said: string) => void;
}

/** The buttons that change, pause and delete a schedule. */
export function ScheduleActions({
  schedule: { id, name, pausedAt },
  action,
  change,
  deleted = () => undefined,
}: Props): JSX.Element {
  const isPaused = pausedAt !== null;
  const pause = (): Promise<unknown> =>
    isPaused
      ? action.run(RESUME_SCHEDULE, { id }, `${name} goes on.`)
      : action.run(PAUSE_SCHEDULE, { id }, `${name} is paused.`);
  const remove = async (): Promise<void> => {
    const said = `${name} was deleted.`;
    if (await action.run(DELETE_SCHEDULE, { id }, said)) deleted(said);
  };
  return (
    <>
      <button type="button" aria-label={`Change: ${name}`} onClick={change}>
        Change
      </button>
      <button
        type="button"
        aria-label={`${isPaused ? 'Resume' : 'Pause'}: ${name}`}
        disabled={action.isBusy}
        onClick={() => void pause()}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <ConfirmButton text="Delete" about={name} disabled={action.isBusy} confirmed={() => void remove()}>
        It starts nothing more. The sessions that it started stay.
      </ConfirmButton>
    </>
  );
}
