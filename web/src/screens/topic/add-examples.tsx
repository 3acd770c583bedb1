import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressesIn, addressProblem } from '../../parts/addresses.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { counted } from '../../parts/words.js';
import { ADD_EXAMPLES, type ImportReport } from './example-queries.js';

/** Limit of one call. */
const MOST = 1_000;

function Report({ report }: { readonly report: ImportReport }): JSX.Element {
  const { created, updated, unchanged, failed, errors } = report;
  return (
    <div role="status">
      <p>
        {counted(created, 'example')} added, {updated} changed, {unchanged} known before, {failed} refused.
      </p>
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, 20).map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Number {line}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Adds labelled examples: addresses, one in a line, or a text. Refused ones stay in the form. */
export function AddExamples({ topicId, added }: { readonly topicId: string; readonly added: () => void }): JSX.Element {
  const [isText, setText] = useState(false);
  const [isRelevant, setRelevant] = useState(true);
  const [urls, setUrls] = useState('');
  const [title, setTitle] = useState('');
  const [text, setBody] = useState('');
  const [report, setReport] = useState<ImportReport | null>(null);
  const action = useAction(added);
  const addresses = addressesIn(urls);
  const examples = isText
    ? [{ title: title.trim(), text, relevant: isRelevant }]
    : addresses.map((url) => ({ url, relevant: isRelevant }));
  const { key, renew } = useOnceKey(examples);
  const send = async (): Promise<void> => {
    setReport(null);
    const answer = await action.run(ADD_EXAMPLES, { topicId, examples, key });
    if (!answer) return;
    renew();
    setReport(answer.addExamples);
    const refused = new Set(answer.addExamples.errors.map(({ line }) => line));
    if (isText && refused.size === 0) setBody('');
    if (!isText) setUrls(addresses.filter((_, i) => refused.has(i + 1)).join('\n'));
  };
  const problem = addressProblem(urls);
  const isUnreadable = !isText && problem !== null;
  return (
    <Form failure={action.failure} send={send} lacks={examples.length > 0 ? null : 'Enter at least one address.'}>
      <fieldset>
        <legend class="hidden">Examples to add</legend>
        <div class="checks" role="group" aria-label="Kind of example">
          <label>
            <input type="radio" name="form" checked={!isText} onChange={() => setText(false)} /> addresses
          </label>
          <label>
            <input type="radio" name="form" checked={isText} onChange={() => setText(true)} /> a text
          </label>
        </div>
        {isText ? (
          <>
            <Field name="Title" of="examples[0].title" helpId="example-title" help="May be left out.">
              <input
                maxLength={500}
                dir="auto"
                value={title}
                aria-describedby="example-title"
                onInput={(event) => setTitle(event.currentTarget.value)}
              />
            </Field>
            <Field name="Text" of="examples[0].text" helpId="example-text" help="">
              <textarea
                rows={5}
                required
                dir="auto"
                maxLength={100_000}
                value={text}
                aria-describedby="example-text"
                onInput={(event) => setBody(event.currentTarget.value)}
              />
            </Field>
          </>
        ) : (
          <Field
            name="Addresses"
            of="examples"
            helpId="example-urls"
            help="One in a line, a thousand at most. They are fetched when a model is trained."
            problem={problem}
          >
            <textarea
              rows={4}
              required
              value={urls}
              spellcheck={false}
              aria-invalid={problem !== null}
              aria-describedby="example-urls"
              onInput={(event) => setUrls(event.currentTarget.value)}
            />
          </Field>
        )}
        <div class="checks" role="group" aria-label="Label of the examples">
          <label>
            <input type="radio" name="label" checked={isRelevant} onChange={() => setRelevant(true)} /> relevant
          </label>
          <label>
            <input type="radio" name="label" checked={!isRelevant} onChange={() => setRelevant(false)} /> not relevant
          </label>
        </div>
        <Outcome action={action} />
        {report && <Report report={report} />}
        <button type="submit" class="primary" disabled={action.isBusy || isUnreadable || examples.length > MOST}>
          Add
        </button>{' '}
        {examples.length > MOST && (
          <small>
            These are {examples.length}: more than {MOST}.
          </small>
        )}
      </fieldset>
    </Form>
  );
}
