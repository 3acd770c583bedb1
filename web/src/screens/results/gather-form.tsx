import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { counted } from '../../parts/words.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';
import { GATHER } from './queries.js';

const USUAL_FETCHES = 2_000;

/** Starts a session that crawls the chosen domains deeply. */
export function GatherForm({
  topicId,
  domains,
}: {
  readonly topicId: string;
  readonly domains: readonly string[];
}): JSX.Element {
  const [fetches, setFetches] = useState(USUAL_FETCHES);
  const action = useAction();
  const once = useOnceKey({ domains, fetches });
  const start = async (): Promise<void> => {
    const answer = await action.run(GATHER, { topicId, domains: [...domains], fetches, key: once.key });
    if (answer) go(pathTo('session', answer.gatherDomains.id));
  };
  return (
    <Form class="filters" failure={action.failure} send={start}>
      <Field name="Fetches" of="fetches" helpId="gather-fetches" help="">
        <input
          type="number"
          min={1}
          max={10_000_000}
          required
          value={fetches}
          aria-describedby="gather-fetches"
          onInput={(event) => setFetches(Number(event.currentTarget.value))}
        />
      </Field>
      <button type="submit" class="primary" disabled={action.isBusy}>
        Gather {counted(domains.length, 'domain')}
      </button>
      <Outcome action={action} />
    </Form>
  );
}
