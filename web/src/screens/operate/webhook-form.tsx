import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { headed } from '../../parts/named-words.js';
import { sessionSource, TOPIC_SOURCE } from '../../parts/pick-sources.js';
import { Picker } from '../../parts/picker.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useFields } from '../../parts/use-fields.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { CREATE_WEBHOOK, EVENT_TYPES, type EventType, UPDATE_WEBHOOK, type Webhook } from './webhook-queries.js';

interface Props {
  /** The webhook to change; null for a new one. */
  readonly webhook: Webhook | null;
  /** @param secret of a new one */
  readonly done: (secret: string | null) => void;
}

type About = 'project' | 'topic' | 'session';

interface LimitProps {
  readonly kind: About;
  readonly id: string;
  readonly chosen: (kind: About, id: string) => void;
}

const SESSIONS = sessionSource({});
const ALL_TYPES: readonly EventType[] = EVENT_TYPES.map(({ type }) => type);

/** The topic or session of the events. It cannot change later. */
const Limit = ({ kind, id, chosen }: LimitProps): JSX.Element => (
  <div class="settings">
    <Choice
      name="Only about"
      help="The webhook is deleted with its topic or session."
      value={kind}
      options={[
        ['project', 'everything of the project'],
        ['topic', 'a topic'],
        ['session', 'a session'],
      ]}
      chosen={(next) => chosen(next, '')}
    />
    {kind !== 'project' && (
      <Picker
        key={kind}
        name={kind === 'topic' ? 'Topic' : 'Session'}
        of={kind === 'topic' ? 'topicId' : 'sessionId'}
        help=""
        value={id}
        source={kind === 'topic' ? TOPIC_SOURCE : SESSIONS}
        none="choose one"
        isNeeded
        choose={(next) => chosen(kind, next)}
      />
    )}
  </div>
);

/** Creates a webhook, or changes one. A refused input stays in the form. */
export function WebhookForm({ webhook, done }: Props): JSX.Element {
  const action = useAction();
  const { url: at = '', description: about = '', types: sent = ALL_TYPES } = webhook ?? {};
  const stored = { url: at, description: about, types: [...sent] };
  const [{ url, description, types }, change] = useFields(stored);
  const [{ kind, id }, setLimit] = useState<{ kind: About; id: string }>({ kind: 'project', id: '' });
  const limit = kind === 'topic' ? { topicId: id } : kind === 'session' ? { sessionId: id } : {};
  const input = { url: url.trim(), description, types };
  const changed = changedFields(stored, input);
  const { key, renew } = useOnceKey({ ...input, ...limit });
  const send = async (): Promise<void> => {
    if (webhook) {
      if (await action.run(UPDATE_WEBHOOK, { id: webhook.id, input: changed }, 'Changed.')) done(null);
      return;
    }
    const answer = await action.run(CREATE_WEBHOOK, { input: { ...input, ...limit }, key });
    if (!answer) return;
    change({ url: '', description: '' });
    renew();
    done(answer.createWebhook.secret);
  };
  const prefix = webhook?.id ?? 'new';
  return (
    <Form failure={action.failure} send={send} lacks={types.length > 0 ? null : 'Choose at least one event.'}>
      <fieldset>
        <legend>{webhook ? `Change ${webhook.url}` : 'New webhook'}</legend>
        <Field
          name="Address"
          of="url"
          helpId={`${prefix}-url`}
          help="An http or https URL that takes messages by POST."
        >
          <input
            required
            type="url"
            maxLength={2_000}
            value={url}
            spellcheck={false}
            aria-describedby={`${prefix}-url`}
            onInput={(event) => change({ url: event.currentTarget.value })}
          />
        </Field>
        <Field name="Description" of="description" helpId={`${prefix}-description`} help="For people. May be left out.">
          <input
            maxLength={1_000}
            dir="auto"
            value={description}
            aria-describedby={`${prefix}-description`}
            onInput={(event) => change({ description: event.currentTarget.value })}
          />
        </Field>
        {!webhook && <Limit kind={kind} id={id} chosen={(next, of) => setLimit({ kind: next, id: of })} />}
        <div role="group" aria-label="Events" class="field">
          <span>Events</span>
          <div class="checks explained">
            {EVENT_TYPES.map(({ type, means }) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={types.includes(type)}
                  onChange={(event) =>
                    change({
                      types: event.currentTarget.checked ? [...types, type] : types.filter((one) => one !== type),
                    })
                  }
                />{' '}
                {headed(type)} <small>{means}</small>
              </label>
            ))}
          </div>
        </div>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || (webhook !== null && isNothing(changed))}>
          {webhook ? 'Change' : 'Create the webhook'}
        </button>
      </fieldset>
    </Form>
  );
}
