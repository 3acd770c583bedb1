import type { JSX } from 'preact';
import { spoken } from '../../parts/named-words.js';
import { type Column, SortedTable } from '../../parts/sorted-table.js';
import { count } from '../../parts/words.js';
import { figure } from './figures.js';
import type { Table, WeightList } from './queries.js';
import { LearnedPart } from './learned-part.js';

const Cut = ({ shown, inAll }: { readonly shown: number; readonly inAll: number }): JSX.Element | null =>
  inAll > shown ? (
    <p class="note">
      {count(shown)} of {count(inAll)} are shown.
    </p>
  ) : null;

/** Arms, bins, states, terms. */
export function TablePart({ table }: { readonly table: Table }): JSX.Element {
  type Row = Table['rows'][number];
  const columns: readonly Column<Row>[] = [
    { name: table.rowName, value: ({ name }) => name },
    ...table.columns.map(({ name }, i): Column<Row> => ({
      ...{ name, isNumber: true, hasBar: true },
      value: ({ values }) => values[i] ?? null,
      shown: ({ values }) => figure(values[i] ?? null),
    })),
  ];
  return (
    <LearnedPart title={table.title} note={table.note}>
      <SortedTable name={table.title} columns={columns} rows={table.rows} keyOf={(row) => table.rows.indexOf(row)} />
      <Cut shown={table.rows.length} inAll={table.inAll} />
      <details>
        <summary>Meaning of the columns</summary>
        <dl>
          {table.columns.map(({ name, note }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{note}</dd>
            </div>
          ))}
        </dl>
      </details>
    </LearnedPart>
  );
}

/** Weights of features or words. */
export function WeightsPart({ list }: { readonly list: WeightList }): JSX.Element {
  type Weight = WeightList['weights'][number];
  const areWords = list.weights.some(({ group }) => group !== null);
  const columns: readonly Column<Weight>[] = [
    ...(areWords
      ? [
          { name: 'Word', value: ({ name }: Weight) => name },
          { name: 'Position', value: ({ group }: Weight) => group },
        ]
      : [{ name: 'Feature', value: ({ name }: Weight) => spoken(name) }]),
    {
      ...{ name: 'Weight', isNumber: true, hasBar: true },
      value: ({ weight }) => weight,
      shown: ({ weight }) => figure(weight),
    },
    ...(list.weights.some(({ start }) => start !== null)
      ? [
          {
            ...{ name: 'At the start', isNumber: true },
            value: ({ start }: Weight) => start,
            shown: ({ start }: Weight) => figure(start),
          },
        ]
      : []),
  ];
  return (
    <LearnedPart title={list.title} note={list.note}>
      {list.weights.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <SortedTable
          name={list.title}
          columns={columns}
          rows={list.weights}
          keyOf={({ name, group }) => `${group ?? ''} ${name}`}
        />
      )}
      <Cut shown={list.weights.length} inAll={list.inAll} />
    </LearnedPart>
  );
}
