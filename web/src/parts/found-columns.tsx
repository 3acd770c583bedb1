import { Link } from '../router.js';
import { pathTo } from '../routes.js';
import type { Column } from './table.js';
import { count } from './words.js';

interface Finder {
  readonly id: string;
  readonly collection: { readonly relevant: number; readonly relevantDomainCount: number };
}

/** The columns on what topics have found, each leading to the list that it counts. */
export const FOUND_COLUMNS: readonly Column<Finder>[] = [
  {
    head: 'Relevant pages',
    isNumber: true,
    cell: ({ id, collection }) => <Link to={pathTo('results', id)}>{count(collection.relevant)}</Link>,
  },
  {
    head: 'Domains',
    isNumber: true,
    means: 'Domains with a relevant page',
    cell: ({ id, collection }) => (
      <Link to={pathTo('collectedDomains', id)}>{count(collection.relevantDomainCount)}</Link>
    ),
  },
];
