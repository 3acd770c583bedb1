import { cloneElement, type ComponentChildren, isValidElement, type JSX } from 'preact';
import { useProblem } from './form.js';

interface Props {
  readonly name: string;
  /** Described beside the input, not as a part of its name: it is to be given as `aria-describedby`. */
  readonly helpId: string;
  readonly help: ComponentChildren;
  /** Its name in the API: a refusal of the form around that names it stands here. */
  readonly of?: string | undefined;
  /** Why what is entered is refused. It stands before the help. */
  readonly problem?: string | null;
  /** The input. */
  readonly children: ComponentChildren;
}

/** Why an input is refused, before its help. */
export const Problem = ({ said }: { readonly said: string | null }): JSX.Element | null =>
  said === null ? null : <strong class="problem">{said}</strong>;

/** An input with its name and what it means. */
export function Field({ name, helpId, help, of, problem = null, children }: Props): JSX.Element {
  const refusal = useProblem(of, name);
  const said = problem ?? refusal;
  return (
    <div class="field">
      <label>
        <span>{name}</span>
        {refusal !== null && isValidElement(children) ? cloneElement(children, { 'aria-invalid': true }) : children}
      </label>
      <small id={helpId}>
        <Problem said={said} />
        {help}
      </small>
    </div>
  );
}
