import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { headed } from '../../parts/named-words.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { CREATE_WEBHOOK, EVENT_TYPES, type EventType, UPDATE_WEBHOOK, type Webhook } from './webhook-queries.js';

interface Props {
  /** Which one is changed; null: a new one is made. */
  readonly webhook: Webhook | null;
  /** @param secret of a new one */
  readonly done: (secret: string | null) => void;
}

/** Makes a webhook, or changes one. What was typed stays when it is refused. */
export function WebhookForm({ webhook, done }: Props): JSX.Element {
  const action = useAction();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [types, setTypes] = useState<readonly EventType[]>(webhook?.types ?? EVENT_TYPES.map(({ type }) => type));
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = { url: url.trim(), description, types: [...types] };
    if (webhook) {
      if (await action.run(UPDATE_WEBHOOK, { id: webhook.id, input }, 'Changed.')) done(null);
      return;
    }
    const answer = await action.run(CREATE_WEBHOOK, { input });
    if (!answer) return;
    setUrl('');
    setDescription('');
    done(answer.createWebhook.secret);
  };
  const prefix = webhook?.id ?? 'new';
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>{webhook ? `Change ${webhook.url}` : 'A new webhook'}</legend>
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
          {webhook ? 'Change' : 'Make the webhook'}
        </button>
      </fieldset>
    </form>
  );
}
