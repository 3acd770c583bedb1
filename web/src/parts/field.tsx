import type { ComponentChildren, JSX } from 'preact';

interface Props {
  readonly name: string;
  /** Described beside the input, not as a part of its name: it is to be given as `aria-describedby`. */
  readonly helpId: string;
  readonly help: ComponentChildren;
  /** Why what is entered is refused. It stands before the help. */
  readonly problem?: string | null;
  /** The input. */
  readonly children: ComponentChildren;
}

/** An input with its name and what it means. */
export const Field = ({ name, helpId, help, problem = null, children }: Props): JSX.Element => (
  <div class="field">
    <label>
      <span>{name}</span>
      {children}
    </label>
    <small id={helpId}>
      {problem !== null && <strong class="problem">{problem} </strong>}
      {help}
    </small>
  </div>
);
