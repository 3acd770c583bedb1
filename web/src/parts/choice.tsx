import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Field } from './field.js';

interface Props<Value extends string> {
  readonly name: string;
  /** Its name in the API, where a refusal may name it. */
  readonly of?: string | undefined;
  readonly help: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly chosen: (value: Value) => void;
}

/** One of several, in a form. */
export function Choice<Value extends string>({ name, of, help, value, options, chosen }: Props<Value>): JSX.Element {
  const helpId = useId();
  return (
    <Field name={name} of={of} helpId={helpId} help={help}>
      <select value={value} aria-describedby={helpId} onInput={(event) => chosen(event.currentTarget.value as Value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
