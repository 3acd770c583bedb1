import { isUuid } from '../../../platform/api/index.js';
import { invalid } from '../../../platform/errors/index.js';

/** Maximum number of candidates accepted or rejected per call. */
export const MAX_DECISIONS = 1_000;

/** A user's reference to a candidate of a topic. */
export interface CandidateName {
  readonly field: string;
  readonly given: string;
  /** In lower case; null for a text. */
  readonly id: string | null;
  /** The key of a text among the topic's candidates; null for an id, and for a text that cannot be a candidate's. */
  readonly key: string | null;
}

export interface Decisions<T> {
  readonly accept: T;
  readonly reject: T;
}

/** A user's decisions: ids or texts of candidates. */
export type GivenDecisions = Partial<Decisions<readonly string[] | null>>;

/** Texts by which users name candidates, and their keys. */
interface CandidateKeys<Row> {
  readonly name: 'text' | 'URL';
  /** Null if the text cannot be a candidate's. */
  ofText(text: string): string | null;
  ofRow(row: Row): string;
}

/**
 * The candidates that a call names.
 *
 * @throws DomainError VALIDATION_FAILED if it names none, or too many
 */
export function candidateNames(
  { accept, reject }: GivenDecisions,
  keys: CandidateKeys<never>,
): Decisions<readonly CandidateName[]> {
  const names = { accept: namesIn(accept ?? [], 'accept', keys), reject: namesIn(reject ?? [], 'reject', keys) };
  if (names.accept.length + names.reject.length === 0)
    throw invalid('accept', 'there is nothing to decide', `ids or ${keys.name}s of candidates, in accept or reject`);
  return names;
}

function namesIn(names: readonly string[], field: string, keys: CandidateKeys<never>): readonly CandidateName[] {
  if (names.length > MAX_DECISIONS) throw invalid(field, `${names.length} are too many`, `at most ${MAX_DECISIONS}`);
  return names.map((given, i) => {
    const id = isUuid(given) ? given.toLowerCase() : null;
    return { field: `${field}[${i}]`, given, id, key: id === null ? keys.ofText(given) : null };
  });
}

/**
 * Finds the named candidates among the rows that were read for them, each once.
 *
 * @throws DomainError VALIDATION_FAILED naming the first unknown one, or one that is accepted and rejected at once
 */
export function namedCandidates<Row extends { readonly id: string }>(
  names: Decisions<readonly CandidateName[]>,
  rows: readonly Row[],
  keys: CandidateKeys<Row>,
): Decisions<readonly Row[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [keys.ofRow(row), row]));
  const rowOf = ({ field, given, id, key }: CandidateName): Row => {
    const row = id === null ? byKey.get(key ?? '') : byId.get(id);
    if (row !== undefined) return row;
    throw invalid(
      field,
      `${JSON.stringify(given.slice(0, 200))} is not a candidate of the topic`,
      `the id or ${keys.name} of a candidate`,
    );
  };
  const accepted = new Set(names.accept.map(rowOf));
  const rejected = new Set(names.reject.map(rowOf));
  const both = names.reject.find((name) => accepted.has(rowOf(name)));
  if (both !== undefined)
    throw invalid(both.field, `${JSON.stringify(both.given)} is accepted and rejected at once`, 'each candidate once');
  return { accept: [...accepted], reject: [...rejected] };
}
