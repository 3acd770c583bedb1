import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { LongList } from '../../parts/long-list.js';
import { rowsInView } from '../../parts/rows-in-view.js';
import { type Cell, sortedBy } from '../../parts/sorting.js';
import { count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Domain } from './queries.js';

/** A domain with what holds of its pace and its robots.txt, in words. */
export interface ShownDomain extends Domain {
  readonly politeness: string;
  readonly robots: string;
}

export interface DomainOrder {
  /** Id of a column. */
  readonly column: string;
  readonly isDescending: boolean;
}

interface DomainColumn {
  readonly id: Exclude<keyof ShownDomain, 'domainNo'>;
  readonly head: string;
  readonly isNumber?: boolean;
  /** Direction at the first click. */
  readonly isAscendingFirst?: boolean;
  /** Left out on narrow screens. */
  readonly isWide?: boolean;
}

/** As in the style sheet. */
const ROW_HEIGHT = 40;
const VIEW_HEIGHT = 560;

const COLUMNS: readonly DomainColumn[] = [
  { id: 'name', head: 'Domain', isAscendingFirst: true },
  { id: 'relevant', head: 'Relevant pages', isNumber: true },
  { id: 'fetched', head: 'Pages', isNumber: true, isWide: true },
  { id: 'harvestRate', head: 'Harvest rate', isNumber: true },
  { id: 'failed', head: 'Failed', isNumber: true, isWide: true },
  {
    ...{ id: 'firstRelevantStep', head: 'First relevant at step' },
    ...{ isNumber: true, isAscendingFirst: true, isWide: true },
  },
  { id: 'politeness', head: 'Politeness', isWide: true },
  { id: 'robots', head: 'robots.txt', isWide: true },
];

/** The order that an address names; the usual one where it names none. */
export const orderOf = (column: string | null, direction: string | null): DomainOrder =>
  COLUMNS.some(({ id }) => id === column)
    ? { column: column ?? '', isDescending: direction !== 'asc' }
    : { column: 'relevant', isDescending: true };

const cellClass = ({ isNumber, isWide }: DomainColumn): string => `${isNumber ? 'number' : ''} ${isWide ? 'wide' : ''}`;

const textOf = (id: string, value: Cell): string => {
  if (typeof value !== 'number') return value === null || value === '' ? '–' : value;
  return id === 'harvestRate' ? percent(value) : count(value);
};

/** Thousands of domains: only those in view are in the page, and each heading sorts them. */
export function DomainsTable({
  id: sessionId,
  domains,
  order,
  sort: setOrder,
}: {
  readonly id: string;
  readonly domains: readonly ShownDomain[];
  readonly order: DomainOrder;
  readonly sort: (order: DomainOrder) => void;
}): JSX.Element {
  const [scrollTop, setScrollTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const sorted = COLUMNS.find(({ id }) => id === order.column)?.id ?? 'relevant';
  const rows = useMemo(
    () => sortedBy(domains, (domain) => domain[sorted], order.isDescending),
    [domains, sorted, order.isDescending],
  );
  const { first, end } = rowsInView(scrollTop, VIEW_HEIGHT, ROW_HEIGHT, rows.length);
  const sort = ({ id, isAscendingFirst = false }: DomainColumn): void => {
    setOrder({ column: id, isDescending: id === sorted ? !order.isDescending : !isAscendingFirst });
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
              {COLUMNS.map((column) => {
                const isOrder = column.id === sorted;
                return (
                  <th
                    key={column.id}
                    scope="col"
                    class={cellClass(column)}
                    aria-sort={isOrder ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
                  >
                    <button type="button" class="sort" onClick={() => sort(column)}>
                      {column.head}
                      <span aria-hidden="true">{isOrder ? (order.isDescending ? ' ▼' : ' ▲') : ''}</span>
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
            {rows.slice(first, end).map((domain, i) => (
              <tr key={domain.domainNo} class="fixed" aria-rowindex={first + i + 2}>
                {COLUMNS.map((column) => {
                  const value = domain[column.id];
                  const text = textOf(column.id, value);
                  const title = column.isNumber || value === null ? undefined : String(value);
                  return column.id === 'name' ? (
                    <th key={column.id} scope="row" title={title}>
                      <Link to={pathTo('domain', sessionId, String(domain.domainNo))}>{text}</Link>
                    </th>
                  ) : (
                    <td key={column.id} class={cellClass(column)} title={title}>
                      {column.id === 'firstRelevantStep' && value !== null ? (
                        <Link to={pathTo('page', sessionId, String(value))}>{text}</Link>
                      ) : (
                        text
                      )}
                    </td>
                  );
                })}
                <td class="wide">
                  <Link to={`${pathTo('graph', sessionId)}?domain=${encodeURIComponent(domain.name)}`}>Show</Link>
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
