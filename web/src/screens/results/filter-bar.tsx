import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../../api/download.js';
import type { Failure } from '../../api/failures.js';
import { Failed } from '../../parts/states.js';
import { go } from '../../router.js';
import { chipsOf, exportOf, type FilterField, type Filters, type List, sortOf, withFilter } from './lists.js';

const FORMATS = [
  ['csv', 'CSV'],
  ['jsonl', 'JSON Lines'],
  ['parquet', 'Parquet'],
] as const;

/** The format of an input of a date. */
const DATE = 'yyyy-mm-dd';

interface Props {
  readonly list: List;
  readonly filters: Filters;
  /** The address of the screen. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The path of the export in the API, and the name of the file without its ending. */
  readonly exported: readonly [path: string, file: string];
}

const addressOf = (path: string, query: URLSearchParams): string => (query.size === 0 ? path : `${path}?${query}`);

function FilterInput({
  field: { name, label, kind, choices = [] },
  value,
  set,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly set: (value: string) => void;
}): JSX.Element {
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
      ) : (
        <input
          name={name}
          {...(kind === 'date' ? { type: 'date', value: value.slice(0, DATE.length) } : { type: 'text', value })}
          onChange={(event) => set(event.currentTarget.value.trim())}
        />
      )}
    </label>
  );
}

/** Search, filters, order and export of a list. All but the export stand in the address. */
export function FilterBar({ list, filters, path, query, exported: [from, file] }: Props): JSX.Element {
  const [search, setSearch] = useState(filters.search ?? '');
  const [format, setFormat] = useState<string>('csv');
  const [lost, setLost] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (name: string, value: string): void =>
    go(addressOf(path, withFilter(query, name, value, list)), { replace: true });
  const chips = chipsOf(filters, list);
  const [main, ...others] = list.fields;
  const save = async (): Promise<void> => {
    setBusy(true);
    const parameters = exportOf(filters, list);
    parameters.set('format', format);
    if (format === 'csv') parameters.set('bom', 'true');
    setLost(await download(`${from}?${parameters}`, `${file}.${format}`));
    setBusy(false);
  };
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
        <span class="export">
          <label>
            <span class="hidden">Format of the export</span>
            <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
              {FORMATS.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <button type="button" disabled={isBusy} onClick={() => void save()}>
            {isBusy ? 'Exporting …' : 'Export'}
          </button>
        </span>
      </form>
      {lost && <Failed failure={lost} />}
      <details class="more-filters">
        <summary>Filters</summary>
        <div class="settings">
          {others.map((field) => (
            <FilterInput
              key={`${field.name} ${filters[field.name] ?? ''}`}
              field={field}
              value={filters[field.name] ?? ''}
              set={(value) => set(field.name, value)}
            />
          ))}
        </div>
      </details>
      {chips.length > 0 && (
        <ul class="chips" aria-label="Filters that are set">
          {chips.map(({ name, text }) => (
            <li key={name}>
              <button type="button" onClick={() => set(name, '')} aria-label={`Take away: ${text}`}>
                <bdi>{text}</bdi> <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
