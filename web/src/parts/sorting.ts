/** A value of a cell. Null comes last, whatever the order. */
export type Cell = string | number | null;

export interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Rows in another order; those that are alike keep theirs. */
export function sortedBy<Row>(rows: readonly Row[], valueOf: (row: Row) => Cell, isDescending: boolean): Row[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * String(x).localeCompare(String(y), 'en');
  });
}

/** An order as an address has it: the heading, behind `-` where it is descending. */
export const asText = ({ column, isDescending }: Order, headings: readonly string[]): string =>
  `${isDescending ? '-' : ''}${headings[column] ?? ''}`;

/** The order that an address names; null where it names none. */
export function orderIn(text: string, headings: readonly string[]): Order | null {
  for (const isDescending of [false, true]) {
    const column = headings.findIndex((_, i) => asText({ column: i, isDescending }, headings) === text);
    if (column >= 0) return { column, isDescending };
  }
  return null;
}

/** The order after a heading was pressed: numbers begin with the largest. */
export function pressed(order: Order | null, column: number, isNumber: boolean): Order {
  return order?.column === column ? { column, isDescending: !order.isDescending } : { column, isDescending: isNumber };
}
