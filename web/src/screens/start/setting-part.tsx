import type { JSX } from 'preact';
import type { Failure } from '../../api/failures.js';
import { Fold } from '../../parts/fold.js';
import type { PickSource } from '../../parts/use-picks.js';
import { isAbout, saidOf } from '../../parts/failure-place.js';
import { SettingField } from './setting-field.js';
import './setting-part.css';
import { isChanged, problemOf, type Setting, type Texts } from './setting.js';

/** Sources of the objects whose ids settings take, by path. */
export type Sources = Readonly<Record<string, PickSource>>;

interface Props {
  readonly title: string;
  readonly settings: readonly Setting[];
  readonly texts: Texts;
  /** Initial values of a new form. */
  readonly begun?: Texts;
  readonly enter: (path: string, text: string) => void;
  readonly failure: Failure | null;
  /** How the service names the object that has the settings, with a dot: `policyConfig.`. */
  readonly prefix?: string;
  readonly level?: 2 | 3;
  /** The most important setting in words, beside the heading. */
  readonly says?: string;
  readonly isOpen?: boolean;
  readonly sources?: Sources;
  /** Further inputs, and how many of them are used. */
  readonly further?: { readonly changed: number; readonly isRefused: boolean; readonly part: () => JSX.Element };
}

/** Lists take a whole row. */
const isTall = ({ kind }: Setting): boolean => kind === 'lines' || kind === 'addresses';

/** Settings of one kind behind a heading that says how many are changed. */
export function SettingPart(props: Props): JSX.Element {
  const { title, settings, texts, begun = {}, enter, failure, prefix = '', level = 2, further } = props;
  const changed =
    settings.filter((one) => isChanged(one, texts[one.path] ?? '', begun[one.path])).length + (further?.changed ?? 0);
  const isRefused =
    (further?.isRefused ?? false) ||
    settings.some((one) => isAbout(failure, prefix + one.path) || problemOf(one, texts[one.path] ?? '') !== null) ||
    // Of an object as a whole: `budget` when no limit is given.
    settings.some((one) => failure?.field != null && (prefix + one.path).startsWith(`${failure.field}.`));
  const fieldOf = (setting: Setting): JSX.Element => (
    <SettingField
      key={setting.path}
      setting={setting}
      text={texts[setting.path] ?? ''}
      enter={(text) => enter(setting.path, text)}
      refusal={saidOf(failure, prefix + setting.path, setting.label)}
      source={props.sources?.[setting.path]}
    />
  );
  return (
    <Fold
      title={title}
      level={level}
      says={[props.says ?? '', changed === 0 ? '' : `${changed} changed`].filter((part) => part !== '').join(', ')}
      isOpen={(props.isOpen ?? false) || isRefused}
    >
      {() => (
        <>
          <div class="settings aligned">{settings.filter((one) => !isTall(one)).map(fieldOf)}</div>
          {settings.some(isTall) && <div class="settings aligned of-lines">{settings.filter(isTall).map(fieldOf)}</div>}
          {further?.part()}
        </>
      )}
    </Fold>
  );
}
