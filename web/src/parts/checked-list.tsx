import type { ComponentChildren, JSX } from 'preact';

interface Choosable {
  readonly id: string;
  readonly text: ComponentChildren;
}

interface Props {
  readonly name: string;
  readonly items: readonly Choosable[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
  /** No more of them can be chosen. */
  readonly most: number;
  /** Message of an empty list. */
  readonly empty: string;
}

/** Some of many, in the order in which they are chosen. */
export function CheckedList({ name, items, chosen, choose, most, empty }: Props): JSX.Element {
  if (items.length === 0) return <p class="note">{empty}</p>;
  return (
    <fieldset class="choice">
      <legend>{name}</legend>
      {items.map(({ id, text }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= most}
            onChange={(event) =>
              choose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />{' '}
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
