import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Field } from '../../parts/field.js';
import { Listed } from '../../parts/listed.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { emptySchedule, isComplete, type ScheduleDraft, scheduleInput } from './schedule-draft.js';
import { DueTimes } from './due-times.js';
import { CREATE_SCHEDULE, PREVIEW, STARTABLE } from './schedule-queries.js';

const ZONES = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

interface ChoiceProps {
  readonly name: string;
  readonly help: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: (value: string) => void;
}

function Choice({ name, help, value, options, chosen }: ChoiceProps): JSX.Element {
  const helpId = `schedule-${name.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <Field name={name} helpId={helpId} help={help}>
      <select value={value} aria-describedby={helpId} onInput={(event) => chosen(event.currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** When an expression is due next. It is asked for on request. */
function Preview({ cron, timeZone }: Pick<ScheduleDraft, 'cron' | 'timeZone'>): JSX.Element {
  const loaded = useQuery(PREVIEW, { cron: cron.trim(), timeZone: timeZone.trim() });
  return (
    <Listed loaded={loaded} what="the next due times">
      {({ previewSchedule: { dueAt } }) => <DueTimes dueAt={dueAt} timeZone={timeZone} />}
    </Listed>
  );
}

/** Makes a schedule. What was typed stays when it is refused. */
export function ScheduleForm({ done }: { readonly done: () => void }): JSX.Element {
  const startable = useQuery(STARTABLE, {});
  const action = useAction(done);
  const [draft, setDraft] = useState(() => emptySchedule(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'));
  const [previewed, setPreviewed] = useState<Pick<ScheduleDraft, 'cron' | 'timeZone'> | null>(null);
  const input = scheduleInput(draft);
  const { key, renew } = useOnceKey(input);
  const change = (part: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const field = action.failure?.field ?? '';
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await action.run(CREATE_SCHEDULE, { input, key }, 'The schedule was made.'))) return;
    change({ name: '' });
    renew();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>A new schedule</legend>
        <div class="settings">
          <Field name="Name" helpId="schedule-name" help="No other schedule of the project has it.">
            <input
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
        <Listed loaded={startable} what="what can be started">
          {({ topics, monitors, policies }) => (
            <div class="settings">
              <Choice
                name="Starts"
                help="A session is a new crawl. A monitor looks again at pages that are known."
                value={draft.starts}
                options={[
                  ['session', 'a session of a topic'],
                  ['monitor', 'a run of a monitor'],
                ]}
                chosen={(starts) => change({ starts: starts as ScheduleDraft['starts'] })}
              />
              {draft.starts === 'monitor' ? (
                <Choice
                  name="Monitor"
                  help="Of this project."
                  value={draft.monitorId}
                  options={[['', 'choose one'], ...monitors.nodes.map(({ id, name }) => [id, name] as const)]}
                  chosen={(monitorId) => change({ monitorId })}
                />
              ) : (
                <>
                  <Choice
                    name="Topic"
                    help="The 200 newest are offered."
                    value={draft.topicId}
                    options={[['', 'choose one'], ...topics.nodes.map(({ id, name }) => [id, name] as const)]}
                    chosen={(topicId) => change({ topicId })}
                  />
                  <Choice
                    name="Policy"
                    help="Which decides what link to follow next."
                    value={draft.policy}
                    options={[['', 'the usual one'], ...policies.map(({ name }) => [name, name] as const)]}
                    chosen={(policy) => change({ policy })}
                  />
                  <Field name="Fetches" helpId="schedule-fetches" help="Of each session. Empty: the usual number.">
                    <input
                      type="number"
                      min="1"
                      max="10000000"
                      value={draft.fetches}
                      aria-describedby="schedule-fetches"
                      onInput={(event) => change({ fetches: event.currentTarget.value })}
                    />
                  </Field>
                </>
              )}
              <Choice
                name="Missed due times"
                help="When no worker was there in time."
                value={draft.missed}
                options={[
                  ['SKIP', 'leave them out'],
                  ['ONCE', 'run once for all of them'],
                  ['ALL', 'run each'],
                ]}
                chosen={(missed) => change({ missed: missed as ScheduleDraft['missed'] })}
              />
              <Choice
                name="Still running"
                help="When the run before has not ended."
                value={draft.overlap}
                options={[
                  ['SKIP', 'leave the due time out'],
                  ['QUEUE', 'wait for its end'],
                ]}
                chosen={(overlap) => change({ overlap: overlap as ScheduleDraft['overlap'] })}
              />
            </div>
          )}
        </Listed>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || !isComplete(draft)}>
          Make the schedule
        </button>
      </fieldset>
    </form>
  );
}
