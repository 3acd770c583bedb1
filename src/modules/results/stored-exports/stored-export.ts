import type { CollectionForm } from '../collections/index.js';
import type { ExportForm } from '../results/index.js';

export const EXPORT_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** The contents of an export: of a session, or of the collection of a topic. */
export type ExportContents =
  | { readonly sessionId: string; readonly topicId: null; readonly form: ExportForm }
  | { readonly sessionId: null; readonly topicId: string; readonly form: CollectionForm };

export const subjectOf = (contents: ExportContents): string => contents.sessionId ?? contents.topicId;

/** An export that is made once, as a file. The file does not change once it is COMPLETED. */
export type StoredExport = ExportContents & StoredExportFacts;

/** With the names of its topic and session, which the name of its file has. */
export type NamedExport = StoredExport & { readonly names: readonly string[] };

export interface StoredExportFacts {
  readonly id: string;
  readonly state: ExportState;
  /** Number of starts by workers; part of its file's name. */
  readonly run: number;
  /** Share done, from 0 to 1, if known. */
  readonly progress: number;
  /** Size of the file; while RUNNING the bytes written so far. */
  readonly bytes: number;
  /** Pages so far that no archive has, so that the file has not either. */
  readonly leftOut: number;
  /** Of the file, hexadecimal; null until it is COMPLETED. */
  readonly sha256: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
}

const DATES = ['fetchedFrom', 'fetchedTo', 'foundSince', 'changedSince'] as const;

/** Until 0.2.0 domains were filtered by `relevantOnly`. */
function withNewNames({ relevantOnly, ...filter }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return relevantOnly === true ? { ...filter, relevant: true } : filter;
}

/** Contents as the database has them: in the JSON of the form, dates are texts. */
export function readContents<T extends { readonly form: unknown }>({
  form,
  ...row
}: T): Omit<T, 'form'> & ExportContents {
  const { filter: stored, ...rest } = form as { readonly filter?: Readonly<Record<string, unknown>> };
  const filter = stored && withNewNames(stored);
  const dates = DATES.filter((name) => filter?.[name] != null).map((name) => [
    name,
    new Date(filter?.[name] as string),
  ]);
  const read =
    filter === undefined ? rest : { ...rest, filter: { ...filter, ...(Object.fromEntries(dates) as object) } };
  return { ...row, form: read } as unknown as Omit<T, 'form'> & ExportContents;
}

type QueryValue = string | number | boolean | Date | readonly string[] | null | undefined;

/**
 * The same as the query of the export that is sent while it is made; null for archives of sessions, which have none.
 */
export function queryOf(form: ExportForm | CollectionForm): string | null {
  if (!('format' in form || 'filter' in form)) return null;
  const { what: _, filter = {}, ...rest } = { filter: undefined, ...form };
  const query = new URLSearchParams();
  const values = { ...rest, ...filter };
  for (const [name, value] of Object.entries<QueryValue>(values)) {
    if (value === undefined || value === null || value === false) continue;
    query.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  // The database does not preserve the order.
  query.sort();
  return query.toString();
}
