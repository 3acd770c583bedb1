import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Picker } from './picker.js';
import './picked-list.css';
import { type Pick, type PickSource, usePicked } from './use-picks.js';

interface Props {
  /** Name of the list. */
  readonly name: string;
  /** Name of the input that adds one, such as `Add a session`. */
  readonly add: string;
  /** Its name in the API. */
  readonly of?: string;
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
  readonly source: PickSource;
  /** No more of them can be chosen. */
  readonly most: number;
}

interface RowProps {
  readonly id: string;
  readonly known: readonly Pick[];
  readonly source: PickSource;
  readonly remove: () => void;
}

function Row({ id, known, source, remove }: RowProps): JSX.Element {
  const picked = usePicked(source, id, known);
  const name = picked?.name ?? id;
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        {picked && picked.about !== '' && <small> {picked.about}</small>}
      </span>
      <button type="button" aria-label={`Remove ${name}, ${picked?.about ?? ''}`} onClick={remove}>
        Remove
      </button>
    </li>
  );
}

/** Some of many objects, each found by its name, in the order in which they are chosen. */
export function PickedList({ name, add, of, chosen, choose, source, most }: Props): JSX.Element {
  const [known, setKnown] = useState<readonly Pick[]>([]);
  const take = (id: string, pick: Pick | null): void => {
    if (id === '') return;
    if (pick) setKnown([...known, pick]);
    if (chosen.includes(id)) choose(chosen.filter((one) => one !== id));
    else if (chosen.length < most) choose([...chosen, id]);
  };
  return (
    <fieldset class="picked-list">
      <legend>{name}</legend>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((id) => (
            <Row key={id} {...{ id, known, source }} remove={() => choose(chosen.filter((one) => one !== id))} />
          ))}
        </ul>
      )}
      <Picker
        name={add}
        of={of}
        help={chosen.length < most ? `Up to ${most}.` : `${most} are chosen: remove one first.`}
        value=""
        several={chosen}
        source={source}
        none="search by name"
        isNeeded
        choose={take}
      />
    </fieldset>
  );
}
