import type { JSX } from 'preact';
import { spoken } from '../../parts/named-words.js';
import { type Column, SortedTable } from '../../parts/sorted-table.js';
import { short } from './why.js';

export interface Feature {
  readonly name: string;
  readonly value: number;
}

/** More features than any policy here has; somebody's own may have one for each word. */
const MOST = 100;

const COLUMNS: readonly Column<Feature>[] = [
  { name: 'Feature', value: ({ name }) => spoken(name) },
  { name: 'Value', value: ({ value }) => value, shown: ({ value }) => short(value), isNumber: true, hasBar: true },
];

/** The features of a link: each with its number and a bar, the largest first. */
export function FeatureBars({ features }: { readonly features: readonly Feature[] }): JSX.Element {
  const largest = [...features]
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.name.localeCompare(b.name))
    .slice(0, MOST);
  return (
    <>
      <SortedTable name="Features of the link" columns={COLUMNS} rows={largest} keyOf={({ name }) => name} />
      {features.length > MOST && (
        <p class="note">
          These are the {MOST} largest of {features.length}.
        </p>
      )}
    </>
  );
}
