import type { JSX } from 'preact';
import { Field, Problem } from '../../parts/field.js';
import { Picker } from '../../parts/picker.js';
import type { PickSource } from '../../parts/use-picks.js';
import { eagernessInWords } from './draft.js';
import { problemOf, type Setting, standardOf, textOf } from './setting.js';

interface Props {
  readonly setting: Setting;
  readonly text: string;
  readonly enter: (text: string) => void;
  /** The refusal of the service. */
  readonly refusal: string | null;
  /** Source of the objects whose id the setting takes. */
  readonly source?: PickSource | undefined;
}

/** A choice in words. */
function wordsFor({ kind, choices = [] }: Setting, text: string): string {
  if (kind === 'switch') return text === 'true' ? 'yes' : 'no';
  return choices.find(([value]) => String(value) === text)?.[1] ?? text;
}

/** The help of a setting, with its default unless the help says it. */
function helpOf(setting: Setting): string {
  const { help, kind, standard } = setting;
  if (standard === undefined || kind === 'several') return help;
  const words = wordsFor(setting, standardOf(setting));
  return `${help === '' ? '' : `${help} `}Default: ${words}.`;
}

function optionsOf(setting: Setting): readonly (readonly [value: string, words: string])[] {
  const { kind, choices = [], standard } = setting;
  const options =
    kind === 'switch'
      ? ['true', 'false'].map((value) => [value, wordsFor(setting, value)] as const)
      : choices.map(([value, words]) => [textOf(setting, value), words] as const);
  return standard === undefined ? [['', 'default'], ...options] : options;
}

/** The ends of the slider, which its number says little about. */
const ENDS = ['wait for the best', 'fill every slot'] as const;

function Eagerness({
  text,
  enter,
  problem,
}: {
  text: string;
  enter: Props['enter'];
  problem: string | null;
}): JSX.Element {
  return (
    <div class="field wide">
      <label for="eagerness">
        <span>Eagerness</span>
      </label>
      <div class="slider">
        <input
          id="eagerness"
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={text}
          aria-invalid={problem !== null}
          aria-describedby="eagerness-help"
          aria-valuetext={`${text}, from 0, ${ENDS[0]}, to 1, ${ENDS[1]}`}
          onInput={(event) => enter(event.currentTarget.value)}
        />
        <output for="eagerness">{Number(text).toFixed(2)}</output>
        <small>{ENDS[0]}</small>
        <small>{ENDS[1]}</small>
      </div>
      <small id="eagerness-help">
        <Problem said={problem} />
        {eagernessInWords(Number(text))} Waiting saves fetches and takes time. A host is waited for at most a minute,
        and only where the number of fetches is limited. Default: 0.2.
      </small>
    </div>
  );
}

function Several({ setting, text, enter, refusal }: Props): JSX.Element {
  const chosen = (text === '' ? standardOf(setting) : text).split(',');
  const all = optionsOf(setting).map(([value]) => value);
  return (
    <div class="field" role="group" aria-label={setting.label}>
      <span>{setting.label}</span>
      <div class="checks">
        {optionsOf(setting).map(([value, words]) => (
          <label key={value}>
            <input
              type="checkbox"
              aria-invalid={refusal !== null}
              checked={chosen.includes(value)}
              disabled={chosen.length === 1 && chosen[0] === value}
              onChange={(event) =>
                enter(
                  all.filter((one) => (one === value ? event.currentTarget.checked : chosen.includes(one))).join(','),
                )
              }
            />{' '}
            {words}
          </label>
        ))}
      </div>
      <small>
        <Problem said={refusal} />
        {helpOf(setting)}
      </small>
    </div>
  );
}

function Input({ setting, text, enter, helpId, isRefused }: Props & InputProps): JSX.Element {
  const { kind } = setting;
  const common = { 'aria-describedby': helpId, 'aria-invalid': isRefused };
  const onInput = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement }): void =>
    enter(event.currentTarget.value);
  if (kind === 'choice' || kind === 'switch')
    return (
      <select {...common} value={text === '' ? standardOf(setting) : text} onInput={onInput}>
        {optionsOf(setting).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    );
  if (kind === 'lines' || kind === 'addresses')
    return <textarea {...common} rows={3} value={text} spellcheck={false} onInput={onInput} />;
  const isNumber = kind === 'whole' || kind === 'decimal';
  return (
    <input
      {...common}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      value={text}
      placeholder={standardOf(setting)}
      spellcheck={false}
      onInput={onInput}
    />
  );
}
interface InputProps {
  readonly helpId: string;
  readonly isRefused: boolean;
}

/** A setting of a session or policy, with what it means and its default. */
export function SettingField(props: Props): JSX.Element {
  const { setting, text, enter, refusal, source } = props;
  const { path, label, kind } = setting;
  const problem = problemOf(setting, text) ?? refusal;
  const isRefused = problem !== null;
  if (path === 'eagerness')
    return <Eagerness text={text === '' ? standardOf(setting) : text} enter={enter} problem={problem} />;
  if (kind === 'several') return <Several {...props} />;
  if (source)
    return (
      <Picker
        name={label}
        help={setting.help}
        none={setting.none ?? 'none'}
        value={text.trim()}
        choose={enter}
        {...{ source, problem, isRefused }}
      />
    );
  const helpId = `setting-${path}`;
  return (
    <Field name={label} helpId={helpId} help={helpOf(setting)} problem={problem}>
      <Input {...props} helpId={helpId} isRefused={isRefused} />
    </Field>
  );
}
