import {
  constructTable,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_text,
  type SortingState,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { LongList } from '../../parts/long-list.js';
import { count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Domain } from './queries.js';
import { rowsInView } from '../../parts/rows-in-view.js';

/** A domain with what holds of its pace and its robots.txt, in words. */
export interface ShownDomain extends Domain {
  readonly politeness: string;
  readonly robots: string;
}

/** As in the style sheet. */
const ROW_HEIGHT = 40;
const VIEW_HEIGHT = 560;

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { text: sortFn_text },
});
const helper = createColumnHelper<typeof features, ShownDomain>();
const number = { sortDescFirst: true, sortUndefined: 'last' } as const;
const columns = helper.columns([
  helper.accessor('name', { header: 'Domain', sortFn: 'text' }),
  helper.accessor('relevant', { header: 'Relevant pages', ...number }),
  helper.accessor('fetched', { header: 'Pages', ...number }),
  helper.accessor((domain) => domain.harvestRate ?? undefined, {
    id: 'harvestRate',
    header: 'Harvest rate',
    ...number,
  }),
  helper.accessor('failed', { header: 'Failed', ...number }),
  helper.accessor((domain) => domain.firstRelevantStep ?? undefined, {
    ...{
      id: 'firstRelevantStep',
      header: 'First relevant at step',
      sortDescFirst: false,
      sortUndefined: 'last' as const,
    },
  }),
  helper.accessor('politeness', { header: 'Politeness', sortFn: 'text', sortDescFirst: true }),
  helper.accessor('robots', { header: 'robots.txt', sortFn: 'text', sortDescFirst: true }),
]);
/** Columns that hold no numbers. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'politeness', 'robots']);

const SORTED: ReadonlySet<string> = new Set([
  ...TEXTS,
  ...['relevant', 'fetched', 'harvestRate', 'failed', 'firstRelevantStep'],
]);

/** The order that an address names; the usual one where it names none. */
export const sortingOf = (column: string | null, order: string | null): [SortingState[number]] =>
  column !== null && SORTED.has(column) ? [{ id: column, desc: order !== 'asc' }] : [{ id: 'relevant', desc: true }];

/** Columns that narrow screens have, too. */
const NARROW: ReadonlySet<string> = new Set(['name', 'relevant', 'harvestRate']);

const lookOf = (id: string): string => `${TEXTS.has(id) ? '' : 'number'} ${NARROW.has(id) ? '' : 'wide'}`;

const textOf = (id: string, value: unknown): string => {
  if (typeof value !== 'number') return typeof value === 'string' && value !== '' ? value : '–';
  return id === 'harvestRate' ? percent(value) : count(value);
};

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const;
const SIGNS = { asc: ' ▲', desc: ' ▼' } as const;

/** Thousands of domains: only those in view are in the page, and each heading sorts them. */
export function DomainsTable({
  id,
  domains,
  sorting,
  sort: setSorting,
}: {
  readonly id: string;
  readonly domains: readonly ShownDomain[];
  readonly sorting: SortingState;
  readonly sort: (column: string, order: 'asc' | 'desc') => void;
}): JSX.Element {
  const [scrollTop, setScrollTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const table = useMemo(
    () =>
      constructTable({
        features,
        columns,
        data: domains,
        initialState: { sorting },
        enableSortingRemoval: false,
        getRowId: ({ domainNo }) => String(domainNo),
      }),
    [domains, JSON.stringify(sorting)],
  );
  const { rows } = table.getRowModel();
  const { first, end } = rowsInView(scrollTop, VIEW_HEIGHT, ROW_HEIGHT, rows.length);
  const sort = (column: string): void => {
    table.getColumn(column)?.toggleSorting();
    const [sorted] = table.store.state.sorting;
    if (sorted) setSorting(sorted.id, sorted.desc ? 'desc' : 'asc');
    box.current?.scrollTo(0, 0);
  };
  return (
    <LongList>
      <div
        ref={box}
        class="scroll tall"
        role="region"
        aria-label="Domains"
        tabIndex={0}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {table.getHeaderGroups()[0]?.headers.map(({ id: name, column }) => {
                const direction = column.getIsSorted();
                return (
                  <th
                    key={name}
                    scope="col"
                    class={lookOf(name)}
                    aria-sort={direction === false ? 'none' : DIRECTIONS[direction]}
                  >
                    <button type="button" class="sort" onClick={() => sort(name)}>
                      {String(column.columnDef.header)}
                      <span aria-hidden="true">{direction === false ? '' : SIGNS[direction]}</span>
                    </button>
                  </th>
                );
              })}
              <th scope="col" class="wide">
                Graph
              </th>
            </tr>
          </thead>
          <tbody>
            {first > 0 && <tr aria-hidden="true" style={{ height: `${first * ROW_HEIGHT}px` }} />}
            {rows.slice(first, end).map((row, i) => (
              <tr key={row.id} class="fixed" aria-rowindex={first + i + 2}>
                {row.getAllCells().map((cell) =>
                  cell.column.id === 'name' ? (
                    <th key={cell.id} scope="row" title={String(cell.getValue())}>
                      <Link to={pathTo('domain', id, row.id)}>{textOf(cell.column.id, cell.getValue())}</Link>
                    </th>
                  ) : (
                    <td
                      key={cell.id}
                      class={lookOf(cell.column.id)}
                      title={TEXTS.has(cell.column.id) ? String(cell.getValue()) : undefined}
                    >
                      {cell.column.id === 'firstRelevantStep' && typeof cell.getValue() === 'number' ? (
                        <Link to={pathTo('page', id, String(cell.getValue()))}>
                          {textOf(cell.column.id, cell.getValue())}
                        </Link>
                      ) : (
                        textOf(cell.column.id, cell.getValue())
                      )}
                    </td>
                  ),
                )}
                <td class="wide">
                  <Link to={`${pathTo('graph', id)}?domain=${encodeURIComponent(row.original.name)}`}>Show</Link>
                </td>
              </tr>
            ))}
            {end < rows.length && <tr aria-hidden="true" style={{ height: `${(rows.length - end) * ROW_HEIGHT}px` }} />}
          </tbody>
        </table>
      </div>
    </LongList>
  );
}
