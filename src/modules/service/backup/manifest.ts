import { z } from 'zod';
import { VERSION } from '../../../platform/config/index.js';

/** A refused or failed backup or restore, with a message for the user. Nothing has changed. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

/** Version of the container and of this manifest. The migrations determine the state of the tables. */
export const FORMAT = 1;

/** A name as quoted by PostgreSQL, for use in statements. */
const nameSchema = z.string().regex(/^(?:[a-z_][a-z0-9_]*|"(?:[^"\0]|"")+")$/);
/** A table in COPY format. */
const tableSchema = z.object({
  name: nameSchema,
  columns: z.array(nameSchema).min(1),
  format: z.enum(['binary', 'text']),
  rows: z.number().int().nonnegative(),
});
/** A file of an archive or an export: its path below ARCHIVE_DIR. */
const fileSchema = z.object({
  path: z.string().regex(/^(?:exports\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9._-]*$/),
  bytes: z.number().int().nonnegative(),
});
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  files: z.array(fileSchema),
  /** Paths below ARCHIVE_DIR that the database refers to, but that were missing or removed during the copy. */
  missing: z.array(z.string()),
  /** The given settings by name, without secrets. */
  settings: z.record(z.string(), z.string()),
  /** Names of the given secrets. */
  secrets: z.array(z.string()),
});

export type TableCopy = z.output<typeof tableSchema>;
export type FileCopy = z.output<typeof fileSchema>;
/** The content of a backup. */
export type Manifest = z.output<typeof manifestSchema>;

/** @throws BackupError if it is of a newer version, or invalid */
export function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BackupError('its manifest is not JSON', { cause });
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(
      `it was made by Gleaner ${String(version)} in a newer format (${format}) than this version (${VERSION}) reads (${FORMAT}): restore it with that version`,
    );
  const read = manifestSchema.safeParse(value);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues;
  throw new BackupError(`its manifest is invalid at ${path.join('.')}: ${message}`, { cause: read.error });
}
