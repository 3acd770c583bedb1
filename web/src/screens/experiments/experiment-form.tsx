import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { CheckedList } from '../../parts/checked-list.js';
import { Field } from '../../parts/field.js';
import { FoldedFields } from '../../parts/fold.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';
import {
  emptyExperiment,
  type ExperimentDraft,
  experimentInput,
  isComplete,
  MOST_POLICIES,
  runInput,
} from './experiment-draft.js';
import { CREATE_EXPERIMENT, MATERIAL, WHAT_IF } from './queries.js';
import { WebFields } from './web-fields.js';

const NUMBERS = [
  { name: 'concurrency', title: 'Fetches at the same time', help: 'In simulated time.', least: '1', most: '64' },
  { name: 'hostDelayMs', title: 'Delay of a host, ms', help: 'In simulated time.', least: '0', most: '60000' },
] as const;

/** An experiment on the pages of a session has no other pages. */
const ALL_ALIKE = ' Empty: as many as the session, and then all policies fetch the same pages.';

interface Props {
  /** The session that the experiment is about, if an address names one. */
  readonly sessionId: string | null;
  readonly cancel: () => void;
}

/** Starts an experiment, or asks what if a session had had another policy. */
export function ExperimentForm({ sessionId, cancel }: Props): JSX.Element {
  const material = useQuery(MATERIAL, {});
  const action = useAction();
  const [draft, setDraft] = useState<ExperimentDraft>(() => emptyExperiment(sessionId));
  const change = (part: Partial<ExperimentDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const { key, renew } = useOnceKey(draft);
  const isWhatIf = draft.web === 'session';
  const send = async (): Promise<void> => {
    const made = isWhatIf
      ? (await action.run(WHAT_IF, { sessionId: draft.sessionId, input: runInput(draft), key }))?.whatIf
      : (await action.run(CREATE_EXPERIMENT, { input: experimentInput(draft), key }))?.createExperiment;
    if (!made) return;
    renew();
    go(pathTo('experiment', made.id));
  };
  return (
    <Form
      failure={action.failure}
      send={send}
      lacks={isComplete(draft) ? null : 'Choose a web, at least one policy, and up to 6 numbers of fetches.'}
    >
      <fieldset>
        <legend>New experiment</legend>
        <Listed loaded={material} what="policies, sessions and webs">
          {(data) => (
            <>
              <WebFields material={data} draft={draft} change={change} />
              <CheckedList
                name="Policies; the others are compared with the first one chosen"
                items={data.policies.map(({ name, summary }) => ({
                  id: name,
                  text: (
                    <>
                      {name}
                      {draft.policies[0] === name && ' (first)'} <small>{summary}</small>
                    </>
                  ),
                }))}
                chosen={draft.policies}
                choose={(policies) => change({ policies })}
                most={MOST_POLICIES}
                empty="There is no policy."
              />
            </>
          )}
        </Listed>
        <div class="settings">
          <Field
            name="Fetches"
            of="budgets"
            helpId="experiment-budgets"
            help={`Up to 6 numbers, such as 200, 1000.${isWhatIf ? ALL_ALIKE : ''}`}
          >
            <input
              required={!isWhatIf}
              value={draft.budgets}
              inputMode="numeric"
              aria-describedby="experiment-budgets"
              onInput={(event) => change({ budgets: event.currentTarget.value })}
            />
          </Field>
          <Field name="Runs of each policy" of="runs" helpId="experiment-runs" help="Each with another random seed.">
            <input
              type="number"
              min="1"
              max="50"
              value={draft.runs}
              aria-describedby="experiment-runs"
              onInput={(event) => change({ runs: event.currentTarget.value })}
            />
          </Field>
        </div>
        <FoldedFields title="Name and pace">
          <div class="settings">
            <Field name="Name" of="name" helpId="experiment-name" help="">
              <input
                maxLength={200}
                dir="auto"
                value={draft.name}
                aria-describedby="experiment-name"
                onInput={(event) => change({ name: event.currentTarget.value })}
              />
            </Field>
            {NUMBERS.map(({ name, title, help, least, most }) => (
              <Field key={name} name={title} of={name} helpId={`experiment-${name}`} help={help}>
                <input
                  type="number"
                  min={least}
                  max={most}
                  value={draft[name]}
                  aria-describedby={`experiment-${name}`}
                  onInput={(event) => change({ [name]: event.currentTarget.value })}
                />
              </Field>
            ))}
          </div>
        </FoldedFields>
        <div class="buttons">
          <button type="submit" class="primary" disabled={action.isBusy}>
            Start
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
