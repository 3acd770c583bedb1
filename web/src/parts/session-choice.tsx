import type { ComponentChildren, JSX } from 'preact';
import { chosenWith } from './compared.js';

interface Props {
  readonly id: string;
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
  readonly most: number;
  /** Name of the session. */
  readonly children: ComponentChildren;
}

/** One of the sessions that can be chosen, up to a number of them. */
export const SessionChoice = ({ id, chosen, choose, most, children }: Props): JSX.Element => (
  <label class="check">
    <input
      type="checkbox"
      checked={chosen.includes(id)}
      disabled={!chosen.includes(id) && chosen.length >= most}
      onChange={(event) => choose(chosenWith(chosen, id, event.currentTarget.checked))}
    />{' '}
    {children}
  </label>
);
