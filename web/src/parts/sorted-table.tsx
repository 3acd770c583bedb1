import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useInAddress } from '../router.js';
import { Bar } from './bar.js';
import { asText, type Cell, orderIn, pressed, sortedBy } from './sorting.js';

export interface Column<Row> {
  readonly name: string;
  readonly value: (row: Row) => Cell;
  /** As it is shown; as it is unless told. */
  readonly shown?: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  readonly hasBar?: boolean;
}

interface Props<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

const numberOf = (value: Cell): number => (typeof value === 'number' ? value : 0);

/**
 * A table of some hundred rows at most that each heading sorts, with bars where they help. The first column names the
 * row. The order is in the address.
 */
export function SortedTable<Row>({ name, columns, rows, keyOf }: Props<Row>): JSX.Element {
  const [named, setNamed] = useInAddress(`sort-${name.toLowerCase().replace(/\W+/g, '-')}`);
  const headings = columns.map((one) => one.name);
  const order = orderIn(named, headings);
  const column = order === null ? undefined : columns[order.column];
  const sorted = useMemo(
    () => (column === undefined ? rows : sortedBy(rows, column.value, order?.isDescending ?? false)),
    [rows, column, order?.isDescending],
  );
  const scales = columns.map(({ value, hasBar }) => {
    const values = hasBar === true ? rows.map((row) => numberOf(value(row))) : [0];
    return { largest: Math.max(...values.map(Math.abs)), isSigned: values.some((one) => one < 0) };
  });
  return (
    <div class="scroll tall" role="region" aria-label={name} tabIndex={0}>
      <table class="sorted">
        <thead>
          <tr>
            {columns.map(({ name: heading, isNumber = false }, i) => {
              const isOrder = order?.column === i;
              return (
                <th
                  key={heading}
                  scope="col"
                  class={isNumber ? 'number' : ''}
                  aria-sort={isOrder ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    class="sort"
                    onClick={() => setNamed(asText(pressed(order, i, isNumber), headings))}
                  >
                    {heading}
                    <span aria-hidden="true">{isOrder ? (order.isDescending ? ' ▼' : ' ▲') : ''}</span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name: heading, value, shown, isNumber = false, hasBar = false }, i) => {
                const cell = value(row);
                const text = shown ? shown(row) : (cell ?? '–');
                if (i === 0)
                  return (
                    <th key={heading} scope="row">
                      {text}
                    </th>
                  );
                return (
                  <td key={heading} class={isNumber ? 'number' : ''}>
                    {text}
                    {hasBar && typeof cell === 'number' && scales[i] && <Bar value={cell} {...scales[i]} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
