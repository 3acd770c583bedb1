import type { ComponentChildren, JSX } from 'preact';

export interface Column<Row> {
  readonly head: string;
  /** What the heading means, where it is not plain. */
  readonly means?: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
}

/** A table that scrolls sideways where it has to. For up to a few hundred rows. */
export function Table<Row>({ name, rows, idOf, columns }: Props<Row>): JSX.Element {
  return (
    <div class="scroll" role="region" aria-label={`Table: ${name}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ head, means, isNumber }) => (
              <th key={head} scope="col" class={isNumber ? 'number' : ''} title={means}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(({ head, isNumber, cell }, i) =>
                i === 0 ? (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} class={isNumber ? 'number' : ''}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
