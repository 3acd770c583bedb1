import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { CheckedList } from '../../parts/checked-list.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { FoldedFields } from '../../parts/fold.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { sessionSource } from '../../parts/pick-sources.js';
import { PickedList } from '../../parts/picked-list.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { count } from '../../parts/words.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MATERIAL } from '../experiments/queries.js';
import { TRAIN_SPIDER } from './queries.js';
import { EMPTY_SPIDER, isComplete, KINDS, type SpiderDraft, spiderInput } from './spider-draft.js';

const [MOST_SESSIONS, MOST_LABELS] = [50, 100];
const SESSIONS = sessionSource({ fits: ({ fetched }) => fetched > 0 });

const NUMBERS = {
  LINKS: [
    { name: 'bins', title: 'Bins', help: '2 for nb-immediate, else 3 to 5.', least: '2', most: '5', step: '1' },
    { name: 'discount', title: 'Discount', help: 'Of later rewards, to 0.5.', least: '0.01', most: '0.5', step: 'any' },
  ],
  PAGE_CLASSES: [
    { name: 'clusters', title: 'Classes', help: 'From 2 to 500.', least: '2', most: '500', step: '1' },
    { name: 'vocabulary', title: 'Words', help: 'Vocabulary of the classes.', least: '10', most: '50000', step: '1' },
  ],
  LINK_VALUES: [],
} as const;

/** Trains a spider on sessions and recorded webs. */
export function SpiderForm({ cancel }: { readonly cancel: () => void }): JSX.Element {
  const material = useQuery(MATERIAL, {});
  const action = useAction();
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const [draft, setDraft] = useState<SpiderDraft>(EMPTY_SPIDER);
  const change = (part: Partial<SpiderDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const input = spiderInput(draft);
  const { key, renew } = useOnceKey(input);
  const send = async (): Promise<void> => {
    const answer = await action.run(TRAIN_SPIDER, { input, key });
    if (!answer) return;
    renew();
    go(pathTo('spider', answer.trainSpider.id));
  };
  return (
    <Form
      failure={action.failure}
      send={send}
      lacks={isComplete(draft) ? null : 'Enter a name, and choose a session or a recorded web to learn from.'}
    >
      <fieldset>
        <legend>New spider</legend>
        <div class="settings">
          <Field name="Name" of="name" helpId="spider-name" help="If the name is taken, this is its next version.">
            <input
              ref={first}
              required
              maxLength={200}
              dir="auto"
              value={draft.name}
              aria-describedby="spider-name"
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          <Choice
            name="Learns"
            help={`For ${KINDS[draft.kind][1]}.`}
            value={draft.kind}
            options={(Object.keys(KINDS) as SpiderDraft['kind'][]).map((kind) => [kind, KINDS[kind][0]] as const)}
            chosen={(kind) => change({ kind })}
          />
        </div>
        <PickedList
          name="Sessions to learn from"
          add="Add a session"
          of="sessions"
          chosen={draft.sessions}
          choose={(chosen) => change({ sessions: chosen })}
          source={SESSIONS}
          most={MOST_SESSIONS}
        />
        <Listed loaded={material} what="the webs">
          {({ recordedWebs }) => (
            <>
              {recordedWebs.length > 0 && (
                <Choice
                  name="Recorded web"
                  of="webs"
                  help="Beside the sessions, or instead of them."
                  value={draft.web}
                  options={[['', 'none'], ...recordedWebs.map(({ name }) => [name, name] as const)]}
                  chosen={(web) => change({ web, labels: [] })}
                />
              )}
              {draft.kind === 'LINKS' && draft.web !== '' && (
                <CheckedList
                  name="Labels of relevant pages"
                  items={(recordedWebs.find(({ name }) => name === draft.web)?.labels ?? []).map(
                    ({ label, pages }) => ({ id: label, text: `${label} (${count(pages)})` }),
                  )}
                  chosen={draft.labels}
                  choose={(labels) => change({ labels })}
                  most={MOST_LABELS}
                  empty="The labels of this web are being counted, or it has none."
                />
              )}
            </>
          )}
        </Listed>
        {NUMBERS[draft.kind].length > 0 && (
          <FoldedFields title="Settings of this kind">
            <div class="settings">
              {draft.kind === 'LINKS' && (
                <Choice
                  name="Text of a link"
                  help=""
                  value={draft.text}
                  options={[
                    ['RELATED', 'title, headings, anchor, URL and words around'],
                    ['FULL_PAGE', 'text of the page, anchor and URL'],
                  ]}
                  chosen={(text) => change({ text })}
                />
              )}
              {NUMBERS[draft.kind].map(({ name, title, help, least, most, step }) => (
                <Field key={name} name={title} of={name} helpId={`spider-${name}`} help={help}>
                  <input
                    type="number"
                    min={least}
                    max={most}
                    step={step}
                    value={draft[name]}
                    aria-describedby={`spider-${name}`}
                    onInput={(event) => change({ [name]: event.currentTarget.value })}
                  />
                </Field>
              ))}
            </div>
          </FoldedFields>
        )}
        <div class="buttons">
          <button type="submit" class="primary" disabled={action.isBusy}>
            Train
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
