import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type Manifest, type TableCopy } from './manifest.js';

/** Foreign keys and triggers of the tables, without those that partitions inherit. */
const KEYS = `
  SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`;
const TRIGGERS = `
  SELECT t.tgrelid::regclass::text AS "table", quote_ident(t.tgname) AS name
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled = 'O' AND c.relnamespace = 'public'::regnamespace`;

/**
 * Fills the tables of a database with rows of a backup, in the client's transaction. It needs only the rights of the
 * owner: foreign keys are dropped and recreated, which checks them.
 *
 * @throws BackupError if the number of rows differs from what was written
 */
export async function loadDatabase(
  client: pg.Client,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  rowsOf: (table: TableCopy) => AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  for (const setting of ['idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout'])
    await client.query(`SET LOCAL ${setting} = 0`);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(KEYS);
  const { rows: triggers } = await client.query<{ table: string; name: string }>(TRIGGERS);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  // Migrations have inserted rows into some.
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  for (const table of tables) {
    const { name, columns, format, rows } = table;
    const copy = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN (FORMAT ${format})`));
    await pipeline(Readable.from(rowsOf(table), { objectMode: false }), copy, { signal });
    if (copy.rowCount !== rows)
      throw new BackupError(`it is damaged: ${name} has ${copy.rowCount} rows, and was written with ${rows}`);
  }
  for (const { name, value } of sequences)
    if (value !== null) await client.query('SELECT setval($1::regclass, $2)', [name, value]);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`);
}
