import type { ExportForm } from '../results/index.js';

export const EXPORT_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** An export that is made once, as a file. The file does not change once it is COMPLETED. */
export interface StoredExport {
  readonly id: string;
  readonly sessionId: string;
  readonly form: ExportForm;
  readonly state: ExportState;
  /** How often a worker has begun it; part of the name of its file. */
  readonly run: number;
  /** Share that is done, from 0 to 1, as far as it is known. */
  readonly progress: number;
  /** Of the file; while RUNNING what is written so far. */
  readonly bytes: number;
  /** Of the file, hexadecimal; null until it is COMPLETED. */
  readonly sha256: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
}

const DATES = ['fetchedFrom', 'fetchedTo'] as const;

/** A form as the database has it: JSON, in which dates are texts. */
export function readForm(stored: unknown): ExportForm {
  const form = stored as ExportForm;
  if (form.what !== 'pages') return form;
  const dates = DATES.flatMap((name) => {
    const value = form.filter[name];
    return value == null ? [] : [[name, new Date(value)]];
  });
  return { ...form, filter: { ...form.filter, ...(Object.fromEntries(dates) as object) } };
}

/** The same as the query of the export that is sent while it is made; null for archives, which have none. */
export function queryOf(form: ExportForm): string | null {
  if (!('format' in form)) return null;
  const { what: _, filter = {}, ...rest } = { filter: undefined, ...form };
  const query = new URLSearchParams();
  const values = { ...rest, ...filter } as Record<string, string | number | boolean | Date | null | undefined>;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === false) continue;
    query.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  // The database keeps no order.
  query.sort();
  return query.toString();
}
