import type { JSX } from 'preact';
import { Field } from '../../parts/field.js';
import { Choice } from '../../parts/choice.js';
import { TOPIC_SOURCE } from '../../parts/pick-sources.js';
import { Picker } from '../../parts/picker.js';
import type { ScheduleDraft } from './schedule-draft.js';
import type { Startable } from './schedule-queries.js';

interface Props {
  readonly startable: Startable;
  readonly draft: ScheduleDraft;
  readonly change: (part: Partial<ScheduleDraft>) => void;
}

/** Inputs for the sessions or runs that a schedule starts. */
export function StartedFields({ startable: { monitors, policies }, draft, change }: Props): JSX.Element {
  return (
    <div class="settings">
      <Choice
        name="Starts"
        help="A session is a new crawl. A monitor checks known pages again."
        value={draft.starts}
        options={[
          ['session', 'a session of a topic'],
          ['monitor', 'a run of a monitor'],
        ]}
        chosen={(starts) => change({ starts })}
      />
      {draft.starts === 'monitor' ? (
        <Choice
          name="Monitor"
          of="action.monitor"
          help=""
          value={draft.monitorId}
          options={[['', 'choose one'], ...monitors.nodes.map(({ id, name }) => [id, name] as const)]}
          chosen={(monitorId) => change({ monitorId })}
        />
      ) : (
        <>
          <Picker
            name="Topic"
            of="action.session.topicId"
            help=""
            value={draft.topicId}
            source={TOPIC_SOURCE}
            none="choose one"
            isNeeded
            choose={(topicId) => change({ topicId })}
          />
          <Choice
            name="Policy"
            of="action.session.policy"
            help=""
            value={draft.policy}
            options={[['', 'default'], ...policies.map(({ name }) => [name, name] as const)]}
            chosen={(policy) => change({ policy })}
          />
          <Field
            name="Fetches"
            of="action.session.budget.fetches"
            helpId="schedule-fetches"
            help="Of each session. Empty: the default."
          >
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
    </div>
  );
}
