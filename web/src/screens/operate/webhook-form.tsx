import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Field } from '../../parts/field.js';
import { Listed } from '../../parts/listed.js';
import { headed } from '../../parts/named-words.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import {
  CREATE_WEBHOOK,
  EVENT_TYPES,
  type EventType,
  LIMITS,
  UPDATE_WEBHOOK,
  type Webhook,
} from './webhook-queries.js';

interface Props {
  /** The webhook to change; null for a new one. */
  readonly webhook: Webhook | null;
  /** @param secret of a new one */
  readonly done: (secret: string | null) => void;
}

interface LimitProps {
  /** `topic/ID` or `session/ID`; empty: all of the project. */
  readonly about: string;
  readonly chosen: (about: string) => void;
}

/** The topic or session of the events. It cannot change later. */
function Limit({ about, chosen }: LimitProps): JSX.Element {
  const loaded = useQuery(LIMITS, {});
  return (
    <Listed loaded={loaded} what="topics and sessions">
      {({ topics, sessions }) => (
        <Field
          name="Only about"
          helpId="new-about"
          help="The webhook is deleted with its topic or session. The newest are offered."
        >
          <select value={about} aria-describedby="new-about" onInput={(event) => chosen(event.currentTarget.value)}>
            <option value="">everything of the project</option>
            <optgroup label="A topic">
              {topics.nodes.map(({ id, name }) => (
                <option key={id} value={`topic/${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="A session">
              {sessions.nodes.map(({ id, policy, createdAt, topic }) => (
                <option key={id} value={`session/${id}`}>
                  {topic.name}, {policy}, {new Date(createdAt).toLocaleString()}
                </option>
              ))}
            </optgroup>
          </select>
        </Field>
      )}
    </Listed>
  );
}

/** Creates a webhook, or changes one. A refused input stays in the form. */
export function WebhookForm({ webhook, done }: Props): JSX.Element {
  const action = useAction();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [types, setTypes] = useState<readonly EventType[]>(webhook?.types ?? EVENT_TYPES.map(({ type }) => type));
  const [about, setAbout] = useState('');
  const [kind, aboutId] = about.split('/');
  const limit = kind === 'topic' ? { topicId: aboutId } : kind === 'session' ? { sessionId: aboutId } : {};
  const input = { url: url.trim(), description, types: [...types] };
  const { key, renew } = useOnceKey({ ...input, ...limit });
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (webhook) {
      if (await action.run(UPDATE_WEBHOOK, { id: webhook.id, input }, 'Changed.')) done(null);
      return;
    }
    const answer = await action.run(CREATE_WEBHOOK, { input: { ...input, ...limit }, key });
    if (!answer) return;
    setUrl('');
    setDescription('');
    renew();
    done(answer.createWebhook.secret);
  };
  const prefix = webhook?.id ?? 'new';
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>{webhook ? `Change ${webhook.url}` : 'New webhook'}</legend>
        <Field name="Address" helpId={`${prefix}-url`} help="An http or https URL that takes messages by POST.">
          <input
            required
            type="url"
            maxLength={2_000}
            value={url}
            spellcheck={false}
            aria-invalid={action.failure?.field === 'url'}
            aria-describedby={`${prefix}-url`}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </Field>
        <Field name="Description" helpId={`${prefix}-description`} help="For people. May be left out.">
          <input
            maxLength={1_000}
            value={description}
            aria-describedby={`${prefix}-description`}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        </Field>
        {!webhook && <Limit about={about} chosen={setAbout} />}
        <div role="group" aria-label="Events" class="checks">
          {EVENT_TYPES.map(({ type, means }) => (
            <label key={type} title={means}>
              <input
                type="checkbox"
                checked={types.includes(type)}
                onChange={(event) =>
                  setTypes(event.currentTarget.checked ? [...types, type] : types.filter((one) => one !== type))
                }
              />{' '}
              {headed(type)}
            </label>
          ))}
        </div>
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || url.trim() === '' || types.length === 0}>
          {webhook ? 'Change' : 'Create the webhook'}
        </button>
      </fieldset>
    </form>
  );
}
