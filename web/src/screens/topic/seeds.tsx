import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { counted } from '../../parts/words.js';
import { ACCEPT_SEEDS } from '../start/queries.js';
import { SeedSuggestions } from '../start/seed-suggestions.js';
import { REJECT_SEEDS } from './topic-queries.js';

const SHOWN = 200;

interface Props {
  readonly topicId: string;
  readonly seeds: readonly string[];
  readonly changed: () => void;
}

/** The seeds of the topic, and candidates for seeds. */
export function SeedsPart({ topicId, seeds, changed }: Props): JSX.Element {
  const [wanted, want] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const action = useAction(() => {
    want([]);
    // The list of suggestions starts again: an address that was decided about is no candidate any more.
    setRound((before) => before + 1);
    changed();
  });
  const urls = [...wanted];
  return (
    <section aria-labelledby="seeds-heading">
      <h2 id="seeds-heading">Seeds</h2>
      <details>
        <summary>{counted(seeds.length, 'seed')}</summary>
        <ul class="choices">
          {seeds.slice(0, SHOWN).map((url) => (
            <li key={url}>{url}</li>
          ))}
        </ul>
        {seeds.length > SHOWN && <p class="note">The first {SHOWN} are shown. The API lists all of them.</p>}
      </details>
      {mayWrite() && (
        <SeedSuggestions
          key={round}
          save={() => Promise.resolve(topicId)}
          topicId={topicId}
          wanted={wanted}
          want={want}
        />
      )}
      <Outcome action={action} />
      {wanted.length > 0 && (
        <div class="buttons">
          <button
            type="button"
            class="primary"
            disabled={action.isBusy}
            onClick={() => void action.run(ACCEPT_SEEDS, { topicId, urls }, 'The chosen ones are seeds now.')}
          >
            Take {counted(wanted.length, 'address', 'addresses')} as seeds
          </button>
          <ConfirmButton
            text="Reject"
            about={counted(wanted.length, 'address', 'addresses')}
            disabled={action.isBusy}
            confirmed={() =>
              void action.run(REJECT_SEEDS, { topicId, urls }, 'The chosen ones will not be suggested again.')
            }
          >
            They will not be suggested again.
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}
