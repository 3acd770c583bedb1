import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Problem } from './field.js';
import { useProblem } from './form.js';
import './picker.css';
import { type Pick, type PickSource, usePicked, usePicks } from './use-picks.js';

interface Props {
  readonly name: string;
  /** Its name in the API, where a refusal of the form around may name it. */
  readonly of?: string | undefined;
  readonly help: ComponentChildren;
  readonly problem?: string | null;
  readonly isRefused?: boolean;
  /** The chosen id; empty: none. */
  readonly value: string;
  readonly choose: (id: string, pick: Pick | null) => void;
  readonly source: PickSource;
  /** The words of no choice, such as `the newest`. */
  readonly none: string;
  /** Several can be chosen: the list stays open, and choosing one of these drops it. */
  readonly several?: readonly string[];
  /** One must be chosen. */
  readonly isNeeded?: boolean;
}

interface Option {
  readonly key: string;
  readonly pick: Pick | null;
  readonly text: string;
  readonly about: string;
  readonly choose: () => void;
}

const wordsOf = ({ name, about }: Pick): string => (about === '' ? name : `${name}, ${about}`);

/** An object by its name instead of its id: typing searches, arrows move, Enter chooses, Escape leaves. */
export function Picker(props: Props): JSX.Element {
  const {
    name,
    of,
    help,
    problem = null,
    isRefused = false,
    value,
    choose,
    source,
    none,
    several,
    isNeeded = false,
  } = props;
  const refusal = useProblem(of, name);
  const said = problem ?? refusal;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The text while it is typed; null: the chosen object is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(-1);
  const search = (typed ?? '').trim();
  const { items, next, isLoading, failure, more } = usePicks(source, search, isOpen);
  const picked = usePicked(source, value, items);
  const close = (): void => {
    setOpen(false);
    setTyped(null);
    setAt(-1);
  };
  const open = (): void => {
    if (isOpen) return;
    setOpen(true);
    input.current?.select();
  };
  const take = (pick: Pick | null): void => {
    if (several === undefined) close();
    if ((pick?.id ?? '') !== value) choose(pick?.id ?? '', pick);
  };
  const options: readonly Option[] = [
    ...(search === '' && !isNeeded
      ? [{ key: 'none', pick: null, text: none, about: '', choose: () => take(null) }]
      : []),
    ...items.map((pick) => ({ key: pick.id, pick, text: pick.name, about: pick.about, choose: () => take(pick) })),
    ...(next === null ? [] : [{ key: 'more', pick: null, text: 'More …', about: '', choose: more }]),
  ];
  const active = isOpen ? options[at] : undefined;
  useEffect(() => list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' }), [active?.key]);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [isOpen, isLoading]);
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: () => (isOpen ? setAt(Math.min(at + 1, options.length - 1)) : open()),
    ArrowUp: () => (isOpen ? setAt(Math.max(at - 1, 0)) : open()),
    Enter: () => active?.choose(),
    Escape: close,
  };
  const pressed = (event: KeyboardEvent): void => {
    const key = keys[event.key];
    if (!key || (!isOpen && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
    key(event);
  };
  return (
    <div class="field picker">
      <label>
        <span>{name}</span>
        <input
          ref={input}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active && { 'aria-activedescendant': `${id}-${active.key}` })}
          aria-describedby={`${id}-help`}
          aria-invalid={isRefused || refusal !== null}
          // A list of several has chosen ones beside it.
          required={isNeeded && several === undefined}
          maxLength={200}
          placeholder={none}
          value={typed ?? (picked ? wordsOf(picked) : value)}
          onClick={open}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setOpen(true);
            setAt(event.currentTarget.value.trim() === '' ? -1 : 0);
          }}
          onKeyDown={pressed}
          onBlur={() => (typed !== null && search === '' && !isNeeded ? take(null) : close())}
        />
      </label>
      {isOpen && (
        // A press of the mouse leaves the focus in the input.
        <div ref={box} class="picked-from" onMouseDown={(event) => event.preventDefault()}>
          <ul
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={name}
            {...(several && { 'aria-multiselectable': true })}
          >
            {options.map((option, i) => (
              <li
                key={option.key}
                id={`${id}-${option.key}`}
                role="option"
                aria-selected={option.pick !== null && (several ?? [value]).includes(option.pick.id)}
                class={i === at ? 'active' : ''}
                onClick={option.choose}
              >
                <span>
                  <bdi>{option.text}</bdi>
                </span>
                {option.about !== '' && <small>{option.about}</small>}
              </li>
            ))}
          </ul>
          <div role="status">
            {isLoading && <p>Searching …</p>}
            {failure && <p>{failure.message}</p>}
            {!isLoading && !failure && items.length === 0 && (
              <p>{search === '' ? 'There is none.' : 'Nothing matches.'}</p>
            )}
          </div>
        </div>
      )}
      <small id={`${id}-help`}>
        <Problem said={said} />
        {help}
      </small>
    </div>
  );
}
