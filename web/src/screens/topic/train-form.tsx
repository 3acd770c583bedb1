import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { schemaSettings } from '../start/schema-settings.js';
import { valuesOf } from '../start/session-body.js';
import { SettingPart } from '../start/setting-part.js';
import { problemOf } from '../start/setting.js';
import { KINDS, TRAIN_MODEL } from './model-queries.js';

interface Props {
  readonly topicId: string;
  /** Whether a language model labels pages of the topic. */
  readonly hasLabeller: boolean;
  readonly begun: () => void;
}

/** Trains a model of a kind, with settings as the service describes them. The input stays in the form. */
export function TrainForm({ topicId, hasLabeller, begun }: Props): JSX.Element {
  const loaded = useQuery(KINDS, {});
  const action = useAction(begun);
  const [kind, setKind] = useState('');
  const [settings, setSettings] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  const [withLabeller, setWithLabeller] = useState(false);
  const chosen = loaded.data?.relevanceModels.find((one) => one.kind === kind);
  const entered = settings[kind] ?? {};
  const fields = schemaSettings(chosen?.configSchema);
  const unreadable = fields.filter((one) => problemOf(one, entered[one.path] ?? '') !== null);
  const input = {
    ...(chosen && { kind, config: valuesOf(fields, entered) }),
    ...(withLabeller && { labellerLabels: true }),
  };
  const { key, renew } = useOnceKey(input);
  const train = async (): Promise<void> => {
    if (await action.run(TRAIN_MODEL, { topicId, input, key }, 'The training has begun.')) renew();
  };
  return (
    <Form failure={action.failure} send={train}>
      <fieldset>
        <legend class="hidden">New model</legend>
        <Listed loaded={loaded} what="the kinds of models">
          {({ relevanceModels }) => (
            <Field
              name="Kind"
              of="kind"
              helpId="kind-help"
              help={
                chosen ? (
                  <>
                    {chosen.summary} {chosen.needsExamples && 'It needs labelled examples.'}{' '}
                    {chosen.needsKeywords && 'It needs keywords.'} Source: {chosen.source}.
                  </>
                ) : (
                  'An ensemble, or keyword vectors while there are fewer than two relevant examples.'
                )
              }
            >
              <select value={kind} aria-describedby="kind-help" onInput={(event) => setKind(event.currentTarget.value)}>
                <option value="">default</option>
                {relevanceModels.map((one) => (
                  <option key={one.kind} value={one.kind}>
                    {one.kind}
                  </option>
                ))}
              </select>
            </Field>
          )}
        </Listed>
        {fields.length > 0 && (
          <SettingPart
            key={kind}
            title="Settings of this kind"
            level={3}
            settings={fields}
            texts={entered}
            prefix="config."
            failure={action.failure}
            enter={(name, text) => setSettings({ ...settings, [kind]: { ...entered, [name]: text } })}
          />
        )}
        {hasLabeller && (
          <p>
            <label>
              <input
                type="checkbox"
                checked={withLabeller}
                onChange={(event) => setWithLabeller(event.currentTarget.checked)}
              />{' '}
              It also learns from the labels of the labeller
            </label>
          </p>
        )}
        {unreadable.length > 0 && (
          <p class="refused">Not readable: {unreadable.map(({ label }) => label).join(', ')}.</p>
        )}
        <Outcome action={action} />
        <button type="submit" class="primary" disabled={action.isBusy || unreadable.length > 0}>
          Train
        </button>
      </fieldset>
    </Form>
  );
}
