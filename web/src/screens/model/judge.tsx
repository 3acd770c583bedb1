import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressProblem } from '../../parts/addresses.js';
import { asSentence } from '../../parts/failure-place.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { counted, percent } from '../../parts/words.js';
import { JUDGE, type Judgement } from './queries.js';

/** One word that begins as addresses do; a text has several. */
const isMeantAsAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\S*$/i.test(text.trim());

function Verdict({
  judgement: { probability, relevant, threshold, textLength, title, url },
}: {
  readonly judgement: Judgement;
}): JSX.Element {
  return (
    <p>
      <strong>{relevant ? 'Relevant' : 'Not relevant'}</strong>: probability {percent(probability)}, with a threshold of{' '}
      {percent(threshold)}. {counted(textLength, 'character was', 'characters were')} judged
      {title !== '' && (
        <>
          , title “<bdi>{title}</bdi>”
        </>
      )}
      {url !== null && `, at ${url}`}.
    </p>
  );
}

/** Has the model judge a page or a text. */
export function Judge({ modelId }: { readonly modelId: string }): JSX.Element {
  const [text, setText] = useState('');
  const [judgement, setJudgement] = useState<Judgement | null>(null);
  const action = useAction();
  const unfetched = judgement?.failure && `The page could not be fetched: ${asSentence(judgement.failure.message)}`;
  const unreadable = isMeantAsAddress(text) ? addressProblem(text) : null;
  const problem = unreadable ?? unfetched ?? null;
  const judge = async (): Promise<void> => {
    const document = isMeantAsAddress(text) ? { url: text.trim() } : { text };
    const answer = await action.run(JUDGE, { modelId, document });
    setJudgement(answer?.judgeDocument ?? null);
  };
  return (
    <section aria-labelledby="judge-heading">
      <h2 id="judge-heading">Judge a page or text</h2>
      <Form failure={action.failure} send={judge}>
        <Field
          name="Address or text"
          of={isMeantAsAddress(text) ? 'url' : 'text'}
          helpId="judge-help"
          help="A page is fetched and not stored."
          problem={problem}
        >
          <textarea
            rows={4}
            required
            dir="auto"
            maxLength={100_000}
            value={text}
            aria-invalid={problem !== null}
            aria-describedby="judge-help"
            onInput={(event) => {
              setText(event.currentTarget.value);
              // It was about another text.
              setJudgement(null);
            }}
          />
        </Field>
        <button type="submit" disabled={action.isBusy || unreadable !== null}>
          {action.isBusy ? 'Judging …' : 'Judge'}
        </button>
        <Outcome action={action} />
      </Form>
      <div role="status">{judgement && !judgement.failure && <Verdict judgement={judgement} />}</div>
    </section>
  );
}
