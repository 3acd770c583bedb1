import type { CollectionExportInput, StoredExportInput } from '#client';
import { type Command, Option } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { choicesOf } from '../option-values.js';

type Sort<T> = NonNullable<T>;

/** Orders of the lists of a session and of a collection, and of their exports. */
export const PAGE_SORTS = choicesOf<Sort<StoredExportInput['pageSort']>>({
  step: true,
  completion: true,
  probability: true,
  fetchedAt: true,
  publishedAt: true,
  depth: true,
});
export const DOMAIN_SORTS = choicesOf<Sort<StoredExportInput['domainSort']>>({
  relevant: true,
  fetched: true,
  harvestRate: true,
  failed: true,
  firstStep: true,
  firstRelevantStep: true,
  domainNo: true,
  name: true,
});
export const COLLECTED_PAGE_SORTS = choicesOf<Sort<CollectionExportInput['pageSort']>>({
  firstFoundAt: true,
  lastSeenAt: true,
  publishedAt: true,
  probability: true,
});
export const COLLECTED_DOMAIN_SORTS = choicesOf<Sort<CollectionExportInput['domainSort']>>({
  relevant: true,
  pages: true,
  share: true,
  firstFoundAt: true,
  expected: true,
  ledTo: true,
});
const DIRECTIONS = choicesOf<Direction>({ asc: true, desc: true });

type Direction = 'asc' | 'desc';

export interface OrderArguments<S extends string = string> {
  readonly sort?: S;
  readonly order?: Direction;
}

/** Adds `--order`, the direction of `--sort`. */
export const directionOption = (command: Command): Command =>
  command.addOption(new Option('--order <direction>', 'direction of the order').choices(DIRECTIONS));

/** Adds `--sort` and `--order` to an export of pages or domains. */
export const exportOrder = (command: Command): Command =>
  directionOption(
    command.option('--sort <by>', 'order of pages or domains, one of those of the list; default: that of discovery'),
  );

/**
 * The order of an export, as its list takes it. @param sorts those of the list; undefined for results without an order
 * @throws CliError for an order that the list does not have
 */
export function sortOf<S extends string>(
  what: string,
  sorts: readonly S[] | undefined,
  { sort, order }: OrderArguments,
): S | undefined {
  if (sorts === undefined) {
    if ((sort ?? order) === undefined) return undefined;
    throw new CliError('--sort, --order: expected with pages or domains', Exit.Usage);
  }
  const found = sorts.find((one) => one === sort);
  if (sort !== undefined && found === undefined)
    throw new CliError(`--sort: ${what} are sorted by one of ${sorts.join(', ')}, not by ${sort}`, Exit.Usage);
  return found;
}
