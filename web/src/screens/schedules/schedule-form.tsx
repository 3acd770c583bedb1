import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Choice } from '../../parts/choice.js';
import { cronInWords, cronOf } from '../../parts/cron-words.js';
import { Field } from '../../parts/field.js';
import { FoldedFields } from '../../parts/fold.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { TOPIC_SOURCE } from '../../parts/pick-sources.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { usePicked } from '../../parts/use-picks.js';
import { DueTimes } from './due-times.js';
import {
  draftOf,
  emptySchedule,
  isComplete,
  scheduleChange,
  type ScheduleDraft,
  scheduleInput,
  usualName,
} from './schedule-draft.js';
import {
  CREATE_SCHEDULE,
  PREVIEW,
  type Schedule,
  STARTABLE,
  type Startable,
  UPDATE_SCHEDULE,
} from './schedule-queries.js';
import { StartedFields } from './started-fields.js';
import { WhenFields } from './when-fields.js';
import './schedules.css';

const ZONES = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
/** A rule that is being typed is looked up when the typing pauses. */
const PAUSE_MS = 300;

/** The next due times of a rule. Its box keeps its height, so that nothing below it moves. */
function Preview({ cron, timeZone }: { readonly cron: string; readonly timeZone: string }): JSX.Element {
  const [previewed, setPreviewed] = useState({ cron, timeZone });
  useEffect(() => {
    const timer = setTimeout(() => setPreviewed({ cron, timeZone }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [cron, timeZone]);
  const loaded = useQuery(PREVIEW, previewed);
  return (
    <section class="next-due" aria-label="Next due times" tabIndex={0}>
      <h3>Next due times</h3>
      {loaded.failure?.field != null ? (
        <Outcome action={{ failure: loaded.failure, said: '' }} />
      ) : (
        <Listed loaded={loaded.failure ? { ...loaded, data: null } : loaded} what="the next due times">
          {({ previewSchedule: { dueAt } }) => <DueTimes dueAt={dueAt} timeZone={previewed.timeZone} />}
        </Listed>
      )}
    </section>
  );
}

/** The name of the topic or monitor that a draft starts; null while it is not known. */
function useSubject({ starts, topicId, monitorId }: ScheduleDraft, startable: Startable | null): string | null {
  const topic = usePicked(TOPIC_SOURCE, starts === 'session' ? topicId : '', []);
  if (starts === 'session') return topicId === '' ? '' : (topic?.name ?? null);
  return startable && (startable.monitors.nodes.find(({ id }) => id === monitorId)?.name ?? '');
}

export interface ScheduleFormProps {
  /** The schedule that is changed; null: a new one is made. */
  readonly schedule: Schedule | null;
  /** Known parts of the action of a new schedule. */
  readonly begun?: Partial<ScheduleDraft>;
  /** Name of the session whose settings these are. */
  readonly like?: string;
  readonly done: (said: string) => void;
  readonly cancel: () => void;
}

/** Creates a schedule, or changes one. A refused input stays in the form. */
export function ScheduleForm({ schedule, begun = {}, like = '', done, cancel }: ScheduleFormProps): JSX.Element {
  const startable = useQuery(STARTABLE, {});
  const action = useAction();
  const [draft, setDraft] = useState<ScheduleDraft>(() =>
    schedule
      ? draftOf(schedule)
      : { ...emptySchedule(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'), ...begun },
  );
  const [opened] = useState(draft);
  const [startsOther, setStartsOther] = useState(schedule === null);
  const box = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => box.current?.querySelector('select')?.focus(), []);
  const started = useSubject(draft, startable.data);
  const subject = draft.settings === null ? (started ?? '') : like;
  const input = scheduleInput(draft, subject);
  const { key, renew } = useOnceKey(input);
  const change = (part: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const cron = cronOf(draft.rule);
  const send = async (): Promise<void> => {
    if (schedule) {
      const named = subject || schedule.name;
      const wanted = scheduleChange(draft, startsOther, named);
      const changed = changedFields(scheduleChange(opened, false, named), wanted);
      if (isNothing(changed) || (await action.run(UPDATE_SCHEDULE, { id: schedule.id, input: changed })))
        done(`${wanted.name} was changed.`);
      return;
    }
    if (!(await action.run(CREATE_SCHEDULE, { input, key }))) return;
    renew();
    done(`It is due ${cronInWords(input.cron)}.`);
  };
  return (
    <Form
      failure={action.failure}
      send={send}
      lacks={isComplete(draft) ? null : 'Choose when it is due, and the topic or monitor that it starts.'}
    >
      <fieldset ref={box} class="schedule">
        <legend>{schedule ? `Change ${schedule.name}` : 'New schedule'}</legend>
        <div class="rule">
          <WhenFields rule={draft.rule} change={(rule) => change({ rule })} />
          <Field name="Time zone" of="timeZone" helpId="schedule-zone" help="Of the due times.">
            <input
              required
              list="time-zones"
              maxLength={100}
              value={draft.timeZone}
              aria-describedby="schedule-zone"
              onInput={(event) => change({ timeZone: event.currentTarget.value })}
            />
          </Field>
          <datalist id="time-zones">
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <Preview cron={cron} timeZone={draft.timeZone.trim()} />
        <div class="what">
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
              <small>Settings that this form does not have get their defaults.</small>
            </p>
          )}
          {draft.settings !== null && (
            <p>
              It starts sessions with all settings of <bdi>{like}</bdi>; headers, logins and proxies are not copied.
            </p>
          )}
          {startsOther && draft.settings === null && (
            <Listed loaded={startable} what="the monitors">
              {(data) => <StartedFields startable={data} draft={draft} change={change} />}
            </Listed>
          )}
          <FoldedFields title="Name, missed and overlapping runs">
            <div class="settings">
              <Field name="Name" of="name" helpId="schedule-name" help="Unique within the project.">
                <input
                  maxLength={200}
                  placeholder={usualName(subject, draft)}
                  dir="auto"
                  value={draft.name}
                  aria-describedby="schedule-name"
                  onInput={(event) => change({ name: event.currentTarget.value })}
                />
              </Field>
              <Choice
                name="Missed due times"
                help="If no worker was there in time."
                value={draft.missed}
                options={[
                  ['SKIP', 'skip them'],
                  ['ONCE', 'run once for all of them'],
                  ['ALL', 'run each'],
                ]}
                chosen={(missed) => change({ missed })}
              />
              <Choice
                name="Still running"
                help="If the previous run has not ended."
                value={draft.overlap}
                options={[
                  ['SKIP', 'skip the due time'],
                  ['QUEUE', 'wait for its end'],
                ]}
                chosen={(overlap) => change({ overlap })}
              />
            </div>
          </FoldedFields>
          <div class="buttons">
            <button
              type="submit"
              class="primary"
              disabled={
                action.isBusy || (isComplete(draft) && startsOther && draft.settings === null && started === null)
              }
            >
              Save
            </button>
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          </div>
          <Outcome action={action} />
        </div>
      </fieldset>
    </Form>
  );
}
