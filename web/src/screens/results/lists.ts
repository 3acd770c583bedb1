/**
 * The lists of results and what they can be filtered by. The names of filters are those of the API, so that the address
 * of a screen, the query and the export are of the same pages.
 */

import { dayOf, minuteOf } from '../../parts/words.js';

type Choices = readonly (readonly [value: string, label: string])[];

export interface FilterField {
  readonly name: string;
  readonly label: string;
  /** A `share` is from 0 to 1 in the address, and a percentage on the screen. */
  readonly kind: 'text' | 'date' | 'choice' | 'share';
  /** `true` and `false` are flags, and `any` is no filter. */
  readonly choices?: Choices;
}

export interface List {
  /** Under which the browser keeps what was chosen for it. */
  readonly name: string;
  readonly fields: readonly FilterField[];
  /** The first one applies where the address names none. */
  readonly sorts: Choices;
  /** Filters that apply where the address does not name them. */
  readonly initial: Filters;
}

export type Filters = Readonly<Record<string, string>>;

const ANY = 'any';
const choice = (name: string, label: string, ...choices: Choices): FilterField => ({
  ...{ name, label, kind: 'choice' },
  choices,
});
const text = (name: string, label: string): FilterField => ({ name, label, kind: 'text' });
const date = (name: string, label: string): FilterField => ({ name, label, kind: 'date' });

const share = (name: string, label: string): FilterField => ({ name, label, kind: 'share' });

const PROBABILITY = [share('probabilityMin', 'Probability from'), share('probabilityMax', 'Probability to')];
const RELEVANT = choice('relevant', 'Relevance', ['true', 'Relevant'], ['false', 'Not relevant'], [ANY, 'All']);
const REPEATS: Choices = [
  ['false', 'Without repeats'],
  ['true', 'Only repeats'],
];
const DUPLICATE = choice('duplicate', 'Repeats', ...REPEATS);
const SEED_DOMAIN = choice('seedDomain', 'Seed domains', ['false', 'Without them'], ['true', 'Only them']);
const FOUND_SINCE = date('foundSince', 'New since');
const NEW_SINCE_SESSION = text('newSinceSession', 'New since session');

export const COLLECTED_PAGES: List = {
  name: 'collected-pages',
  fields: [
    RELEVANT,
    choice('labelled', 'Verdict', ['true', 'With a verdict'], ['false', 'Without a verdict']),
    ...PROBABILITY,
    text('domain', 'Domain'),
    text('language', 'Language'),
    text('tag', 'Tag'),
    FOUND_SINCE,
    NEW_SINCE_SESSION,
    date('changedSince', 'Changed since'),
    choice('gone', 'Gone', ['true', 'Gone'], ['false', 'Still there']),
    SEED_DOMAIN,
    choice('duplicate', 'Repeats', ...REPEATS, [ANY, 'All']),
  ],
  sorts: [
    ['first_found_at', 'Newest first'],
    ['probability', 'Most probable first'],
    ['last_seen_at', 'Last fetched first'],
    ['published_at', 'Last published first'],
  ],
  // As the counts of the collection, and its feeds.
  initial: { relevant: 'true', duplicate: 'false' },
};

export const COLLECTED_DOMAINS: List = {
  name: 'collected-domains',
  fields: [
    choice('relevant', 'Relevance', ['true', 'With relevant pages'], [ANY, 'All']),
    choice('verdict', 'Verdict', ['keep', 'Kept'], ['reject', 'Rejected'], ['undecided', 'Undecided']),
    text('tag', 'Tag'),
    FOUND_SINCE,
    NEW_SINCE_SESSION,
    SEED_DOMAIN,
  ],
  sorts: [
    ['relevant', 'Most relevant pages first'],
    ['share', 'Surest share first'],
    ['expected', 'Most expected pages first'],
    ['led_to', 'Best hubs first'],
    ['first_found_at', 'Newest first'],
    ['pages', 'Most pages first'],
  ],
  initial: { relevant: 'true' },
};

export const SESSION_PAGES: List = {
  name: 'session-pages',
  fields: [
    RELEVANT,
    ...PROBABILITY,
    text('domain', 'Domain'),
    date('fetchedFrom', 'Fetched since'),
    choice('rendered', 'Rendered', ['true', 'In a browser'], ['false', 'Without a browser']),
    DUPLICATE,
  ],
  sorts: [
    ['completion', 'Newest first'],
    ['probability', 'Most probable first'],
    ['published_at', 'Last published first'],
  ],
  initial: { relevant: 'true' },
};

/** A day begins at midnight in the browser's time zone, in which the lists show their times. */
const momentOf = (value: string): Date => new Date(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00` : value);

const isAllowed = ({ kind, choices }: FilterField, value: string): boolean => {
  if (value === '') return false;
  if (kind === 'choice') return choices?.some(([one]) => one === value) ?? false;
  if (kind === 'share') return /^(0|1|0?\.\d{1,6}|1\.0+)$/.test(value);
  return kind !== 'date' || !Number.isNaN(momentOf(value).getTime());
};

/** The filters that an address names, without unknown ones and invalid values. */
export function filtersOf(query: URLSearchParams, { fields, initial }: List): Filters {
  const filters: Record<string, string> = { ...initial };
  for (const field of fields) {
    const value = query.get(field.name);
    if (value !== null && isAllowed(field, value)) filters[field.name] = value;
  }
  const search = query.get('search')?.trim() ?? '';
  return search === '' ? filters : { ...filters, search };
}

export const sortOf = (query: URLSearchParams, { sorts }: List): string =>
  sorts.find(([value]) => value === query.get('sort'))?.[0] ?? sorts[0]?.[0] ?? '';

/** Filters as variables of a query: flags, numbers and times as such, and enums in capitals. */
export function variablesOf(filters: Filters, { fields }: List): Record<string, string | boolean | number> {
  const variables: Record<string, string | boolean | number> = {};
  for (const [name, value] of Object.entries(filters)) {
    if (value === ANY) continue;
    const kind = fields.find((field) => field.name === name)?.kind;
    if (kind === 'date') variables[name] = momentOf(value).toISOString();
    else if (kind === 'share') variables[name] = Number(value);
    else if (kind === 'choice') variables[name] = isFlag(value) ? value === 'true' : value.toUpperCase();
    else variables[name] = value;
  }
  return variables;
}

const isFlag = (value: string): boolean => value === 'true' || value === 'false';

/** Filters as the parameters of an export. */
export function exportOf(filters: Filters, list: List): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(variablesOf(filters, list)))
    parameters.set(name, String(typeof value === 'string' && filters[name] !== value ? value.toLowerCase() : value));
  return parameters;
}

/**
 * The query of an address with one filter changed. The rest of the query stays, except for the open row.
 *
 * @param value empty: the filter is removed
 */
export function withFilter(query: URLSearchParams, name: string, value: string, { initial }: List): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete('at');
  const isUsual = value === (initial[name] ?? '');
  if (isUsual) changed.delete(name);
  else changed.set(name, value === '' ? ANY : value);
  return changed;
}

function inWords(kind: FilterField['kind'], value: string): string {
  if (kind === 'share') return `${percentOf(value)}%`;
  if (kind !== 'date') return value;
  return value.includes('T') ? minuteOf(value) : dayIn(value);
}

/** The day that a date of an address falls on, for an input. */
export const dayIn = (value: string): string => dayOf(momentOf(value));

/** A share as a percentage, without the noise of binary fractions. */
export const percentOf = (value: string): string =>
  value === '' ? '' : String(Number((Number(value) * 100).toFixed(4)));

/** A percentage as the share that an address has; '' where it is none. */
export function shareOf(percentage: string): string {
  const value = Number(percentage);
  return percentage.trim() === '' || !(value >= 0 && value <= 100) ? '' : String(Number((value / 100).toFixed(6)));
}

export interface Chip {
  readonly name: string;
  readonly text: string;
}

/** The filters that are set, in words. */
export function chipsOf(filters: Filters, { fields }: List): Chip[] {
  return fields.flatMap(({ name, label, kind, choices }) => {
    const value = filters[name];
    if (value === undefined || value === ANY) return [];
    const shown = choices?.find(([one]) => one === value)?.[1] ?? inWords(kind, value);
    return [{ name, text: `${label}: ${shown}` }];
  });
}
