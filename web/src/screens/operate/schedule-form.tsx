import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Field } from '../../parts/field.js';
import { Listed } from '../../parts/listed.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { Choice } from './choice.js';
import { DueTimes } from './due-times.js';
import {
  draftOf,
  emptySchedule,
  isComplete,
  scheduleChange,
  type ScheduleDraft,
  scheduleInput,
} from './schedule-draft.js';
import { CREATE_SCHEDULE, PREVIEW, type Schedule, STARTABLE, UPDATE_SCHEDULE } from './schedule-queries.js';
import { StartedFields } from './started-fields.js';

const ZONES = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

/** When an expression is due next. It is asked for on request. */
function Preview({ cron, timeZone }: Pick<ScheduleDraft, 'cron' | 'timeZone'>): JSX.Element {
  const loaded = useQuery(PREVIEW, { cron: cron.trim(), timeZone: timeZone.trim() });
  return (
    <Listed loaded={loaded} what="the next due times">
      {({ previewSchedule: { dueAt } }) => <DueTimes dueAt={dueAt} timeZone={timeZone} />}
    </Listed>
  );
}

interface Props {
  /** Which one is changed; null: a new one is made. */
  readonly schedule: Schedule | null;
  readonly done: (said: string) => void;
}

/** Makes a schedule, or changes one. What was typed stays when it is refused. */
export function ScheduleForm({ schedule, done }: Props): JSX.Element {
  const startable = useQuery(STARTABLE, {});
  const action = useAction();
  const [draft, setDraft] = useState(() =>
    schedule ? draftOf(schedule) : emptySchedule(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'),
  );
  const [startsOther, setStartsOther] = useState(schedule === null);
  const [previewed, setPreviewed] = useState<Pick<ScheduleDraft, 'cron' | 'timeZone'> | null>(null);
  const first = useRef<HTMLInputElement>(null);
  // The form is below the list where it was asked for.
  useEffect(() => {
    if (schedule) first.current?.focus();
  }, []);
  const input = scheduleInput(draft);
  const { key, renew } = useOnceKey(input);
  const change = (part: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const field = action.failure?.field ?? '';
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (schedule) {
      if (await action.run(UPDATE_SCHEDULE, { id: schedule.id, input: scheduleChange(draft, startsOther) }))
        done(`${draft.name.trim()} was changed.`);
      return;
    }
    if (!(await action.run(CREATE_SCHEDULE, { input, key }))) return;
    change({ name: '' });
    renew();
    done('The schedule was made.');
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>{schedule ? `Change ${schedule.name}` : 'A new schedule'}</legend>
        <div class="settings">
          <Field name="Name" helpId="schedule-name" help="No other schedule of the project has it.">
            <input
              ref={first}
              required
              maxLength={200}
              value={draft.name}
              aria-invalid={field === 'name'}
              aria-describedby="schedule-name"
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          <Field
            name="When (cron)"
            helpId="schedule-cron"
            help="Minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly."
          >
            <input
              required
              maxLength={200}
              value={draft.cron}
              spellcheck={false}
              aria-invalid={field === 'cron'}
              aria-describedby="schedule-cron"
              onInput={(event) => change({ cron: event.currentTarget.value })}
            />
          </Field>
          <Field name="Time zone" helpId="schedule-zone" help="In which the expression is read.">
            <input
              required
              list="time-zones"
              maxLength={100}
              value={draft.timeZone}
              aria-invalid={field === 'timeZone'}
              aria-describedby="schedule-zone"
              onInput={(event) => change({ timeZone: event.currentTarget.value })}
            />
          </Field>
        </div>
        <datalist id="time-zones">
          {ZONES.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <p>
          <button type="button" onClick={() => setPreviewed({ cron: draft.cron, timeZone: draft.timeZone })}>
            Show the next due times
          </button>
        </p>
        {previewed && <Preview {...previewed} />}
        {schedule && (
          <p>
            <label>
              <input
                type="checkbox"
                checked={startsOther}
                onChange={(event) => setStartsOther(event.currentTarget.checked)}
              />{' '}
              Start something else
            </label>{' '}
            <small>Settings that this form does not have are then the usual ones.</small>
          </p>
        )}
        {startsOther && (
          <Listed loaded={startable} what="what can be started">
            {(data) => <StartedFields startable={data} draft={draft} change={change} />}
          </Listed>
        )}
        <div class="settings">
          <Choice
            name="Missed due times"
            help="When no worker was there in time."
            value={draft.missed}
            options={[
              ['SKIP', 'leave them out'],
              ['ONCE', 'run once for all of them'],
              ['ALL', 'run each'],
            ]}
            chosen={(missed) => change({ missed })}
          />
          <Choice
            name="Still running"
            help="When the run before has not ended."
            value={draft.overlap}
            options={[
              ['SKIP', 'leave the due time out'],
              ['QUEUE', 'wait for its end'],
            ]}
            chosen={(overlap) => change({ overlap })}
          />
        </div>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || !isComplete(draft)}>
          {schedule ? 'Change' : 'Make the schedule'}
        </button>
      </fieldset>
    </form>
  );
}
