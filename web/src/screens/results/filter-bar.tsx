import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { CopyButton } from '../../parts/copy-button.js';
import { go } from '../../router.js';
import { EarlierExports, ExportPart } from './export-part.js';
import {
  chipsOf,
  type FilterField,
  type Filters,
  type List,
  dayIn,
  percentOf,
  shareOf,
  sortOf,
  withFilter,
} from './lists.js';
import type { Exported } from './use-exports.js';

interface Props {
  readonly list: List;
  readonly filters: Filters;
  /** The address of the screen. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly exported: Exported;
  /** Rows of the list; null: very many, or not known. */
  readonly size: number | null;
  readonly isSearched: boolean;
  /** Further choices beside the filters. */
  readonly children?: ComponentChildren;
}

/** An address that others are sent: without the row that is open. */
function withoutRow(query: URLSearchParams): URLSearchParams {
  const shared = new URLSearchParams(query);
  shared.delete('at');
  return shared;
}

const addressOf = (path: string, query: URLSearchParams): string => (query.size === 0 ? path : `${path}?${query}`);

/**
 * Written fields take the filter's value only when it changes elsewhere: a list that arrives would wipe what somebody
 * is writing.
 */
function FilterInput({
  field: { name, label, kind, choices = [] },
  value,
  set,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly set: (value: string) => void;
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const written = kind === 'share' ? percentOf(value) : kind === 'date' && value !== '' ? dayIn(value) : value;
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = written;
  }, [written]);
  return (
    <label class="field">
      <span>{label}</span>
      {kind === 'choice' ? (
        <select name={name} value={value} onChange={(event) => set(event.currentTarget.value)}>
          {!choices.some(([one]) => one === 'any') && <option value="">All</option>}
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      ) : kind === 'share' ? (
        <input
          ref={input}
          name={name}
          type="number"
          min="0"
          max="100"
          step="any"
          placeholder="%"
          defaultValue={written}
          onChange={({ currentTarget: typed }) => typed.reportValidity() && set(shareOf(typed.value))}
        />
      ) : (
        <input
          ref={input}
          name={name}
          dir="auto"
          {...(kind === 'date' ? { type: 'date' } : { type: 'text' })}
          defaultValue={written}
          onChange={(event) => set(event.currentTarget.value.trim())}
        />
      )}
    </label>
  );
}

/** Search, filters, order and export of a list. All but the export stand in the address. */
export function FilterBar({ list, filters, path, query, exported, size, isSearched, children }: Props): JSX.Element {
  const searched = filters.search ?? '';
  const [search, setSearch] = useState(searched);
  useEffect(() => setSearch(searched), [searched]);
  const folded = useRef<HTMLElement>(null);
  const set = (name: string, value: string): void =>
    go(addressOf(path, withFilter(query, name, value, list)), { replace: true });
  const chips = chipsOf(filters, list);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [main, ...others] = list.fields;
  return (
    <>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          set('search', search.trim());
        }}
      >
        {isSearched ? (
          <>
            <label class="search">
              <span class="hidden">Search</span>
              <input
                type="search"
                placeholder="Search"
                dir="auto"
                value={search}
                onInput={(event) => setSearch(event.currentTarget.value)}
              />
            </label>
            <button type="submit">Search</button>
          </>
        ) : (
          <span class="note">Without a search: the session has no search index.</span>
        )}
        {main && (
          <label>
            <span class="hidden">{main.label}</span>
            <select
              name={main.name}
              value={filters[main.name] ?? 'any'}
              onChange={(event) => set(main.name, event.currentTarget.value)}
            >
              {main.choices?.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span class="hidden">Order</span>
          <select name="sort" value={sortOf(query, list)} onChange={(event) => set('sort', event.currentTarget.value)}>
            {list.sorts.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <ExportPart exported={exported} size={size} />
        <CopyButton text="Copy link" copied={() => location.origin + addressOf(path, withoutRow(query))} />
      </form>
      <div class="more">
        <details class="more-filters">
          <summary ref={folded}>Filters</summary>
          <div class="settings">
            {others.map((field) => (
              <FilterInput
                key={field.name}
                field={field}
                value={filters[field.name] ?? ''}
                set={(value) => set(field.name, value)}
              />
            ))}
          </div>
          <p class="note">A date is the beginning of the day in the time zone of this browser, {zone}.</p>
        </details>
        {children}
        <EarlierExports exported={exported} />
      </div>
      {chips.length > 0 && (
        <ul class="chips" aria-label="Filters that are set">
          {chips.map(({ name, text }) => (
            <li key={name}>
              <button
                type="button"
                aria-label={`Take away: ${text}`}
                onClick={() => {
                  set(name, '');
                  // The button goes away.
                  folded.current?.focus();
                }}
              >
                <bdi>{text}</bdi> <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
