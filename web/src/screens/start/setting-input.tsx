import type { JSX } from 'preact';
import { isReadable, type SettingField } from './schema-fields.js';
import { Field } from '../../parts/field.js';

interface Props {
  readonly field: SettingField;
  readonly text: string;
  readonly entered: (text: string) => void;
}

function Input({ field, text, entered, helpId }: Props & { readonly helpId: string }): JSX.Element {
  const value = text === '' ? field.standard : text;
  const common = { 'aria-describedby': helpId, 'aria-invalid': !isReadable(field, text), value };
  if (field.kind === 'choice' || field.kind === 'switch') {
    const choices = field.kind === 'switch' ? ['true', 'false'] : field.choices;
    return (
      <select {...common} onInput={(event) => entered(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {field.kind === 'switch' ? (choice === 'true' ? 'yes' : 'no') : choice}
          </option>
        ))}
      </select>
    );
  }
  const onInput = (event: { currentTarget: HTMLInputElement }): void => entered(event.currentTarget.value);
  if (field.kind === 'text' || field.kind === 'json') return <input type="text" {...common} onInput={onInput} />;
  return (
    <input
      type="number"
      {...common}
      step={field.kind === 'whole' ? '1' : 'any'}
      min={field.least ?? undefined}
      max={field.most ?? undefined}
      onInput={onInput}
    />
  );
}

/** A setting of a policy, with what it means. */
export function SettingInput(props: Props): JSX.Element {
  const { field } = props;
  const helpId = `setting-${field.name}`;
  return (
    <Field
      name={field.name}
      helpId={helpId}
      help={
        <>
          {field.description} Default: {field.standard === '' ? 'none' : field.standard}.
        </>
      }
    >
      <Input {...props} helpId={helpId} />
    </Field>
  );
}
