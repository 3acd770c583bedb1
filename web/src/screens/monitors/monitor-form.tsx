import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { TOPIC_SOURCE } from '../../parts/pick-sources.js';
import { Picker } from '../../parts/picker.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { usePicked } from '../../parts/use-picks.js';
import { Choice } from '../../parts/choice.js';
import { draftOf, EMPTY_MONITOR, isComplete, monitorChange, type MonitorDraft, monitorInput } from './monitor-draft.js';
import { CREATE_MONITOR, type Monitor, UPDATE_MONITOR } from './monitor-queries.js';

const POLICIES = [
  ['POISSON', 'by the change rate of each page'],
  ['FIXED', 'each page after a fixed time'],
  ['FORAGER_WEBLOG', 'foragers with weblogs'],
  ['FORAGER_TD', 'foragers that learn values of links'],
  ['FORAGER_HYBRID', 'foragers of both kinds'],
] as const;

const NUMBERS = [
  { name: 'fetches', title: 'Fetches', help: 'Of each run, at most.', least: '1', most: '1000', step: '1' },
  ...(
    [
      ['minHours', 'Hours between checks, at least', 'No page is checked sooner.'],
      ['maxHours', 'Hours between checks, at most', 'If fetches are left.'],
    ] as const
  ).map(([name, title, help]) => ({ name, title, help, least: '0.001', most: '8760', step: 'any' })),
] as const;

interface Props {
  /** The monitor to change; null for a new one. */
  readonly monitor: Monitor | null;
  /** The topic that a new monitor watches, if it is known. */
  readonly topicId?: string;
  readonly done: (said: string) => void;
  readonly cancel: () => void;
}

/** Creates a monitor, or changes its name and settings. A refused input stays in the form. */
export function MonitorForm({ monitor, topicId = '', done, cancel }: Props): JSX.Element {
  const action = useAction();
  const [draft, setDraft] = useState<MonitorDraft>(() => (monitor ? draftOf(monitor) : { ...EMPTY_MONITOR, topicId }));
  const [opened] = useState(draft);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const topic = usePicked(TOPIC_SOURCE, monitor === null ? draft.topicId : '', []);
  const usualName = topic?.name ?? '';
  const named = { ...draft, name: draft.name.trim() === '' ? usualName : draft.name };
  const input = monitorInput(named);
  const { key, renew } = useOnceKey(input);
  const change = (part: Partial<MonitorDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const send = async (): Promise<void> => {
    if (monitor) {
      const changed = changedFields(monitorChange(opened), monitorChange(draft));
      if (isNothing(changed) || (await action.run(UPDATE_MONITOR, { id: monitor.id, input: changed })))
        done(`${draft.name.trim()} was changed.`);
      return;
    }
    if (!(await action.run(CREATE_MONITOR, { input, key }))) return;
    renew();
    done('The monitor is there. Run it now, or schedule it.');
  };
  return (
    <Form failure={action.failure} send={send} lacks={isComplete(named) ? null : 'Choose a topic, or enter a name.'}>
      <fieldset>
        <legend>{monitor ? `Change ${monitor.name}` : 'New monitor'}</legend>
        <div class="settings">
          <Field
            name="Name"
            of="name"
            helpId="monitor-name"
            help={monitor ? 'Name of the watched subject.' : 'Empty: the name of the topic.'}
          >
            <input
              ref={first}
              required={monitor !== null}
              maxLength={200}
              placeholder={usualName}
              dir="auto"
              value={draft.name}
              aria-describedby="monitor-name"
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          {monitor === null && (
            <Picker
              name="Topic"
              help="Relevant pages of its newest sessions that have ended are watched."
              of="topicId"
              value={draft.topicId}
              source={TOPIC_SOURCE}
              none="choose one"
              isNeeded
              choose={(topicId) => change({ topicId })}
            />
          )}
          <Choice
            name="Checks"
            help="How the monitor chooses pages."
            value={draft.policy}
            options={POLICIES}
            chosen={(policy) => change({ policy })}
          />
          {NUMBERS.map(({ name, title, help, least, most, step }) => (
            <Field key={name} name={title} of={name} helpId={`monitor-${name}`} help={help}>
              <input
                type="number"
                min={least}
                max={most}
                step={step}
                value={draft[name]}
                aria-describedby={`monitor-${name}`}
                onInput={(event) => change({ [name]: event.currentTarget.value })}
              />
            </Field>
          ))}
        </div>
        <p>
          <label>
            <input
              type="checkbox"
              checked={draft.ignoreNumbers}
              onChange={(event) => change({ ignoreNumbers: event.currentTarget.checked })}
            />{' '}
            Texts that differ in numbers alone count as the same
          </label>
        </p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={action.isBusy}>
            Save
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
        <Outcome action={action} />
      </fieldset>
    </Form>
  );
}
