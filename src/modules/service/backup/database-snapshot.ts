import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations, openClient } from '../../../platform/database/index.js';
import { BackupError, type Manifest, type TableCopy } from './manifest.js';

interface SnapshotTable extends Omit<TableCopy, 'rows'> {
  /** Bytes on the disk, without indexes. */
  readonly bytes: number;
}

/**
 * All tables except unlogged ones, and the list of migrations, which is recreated. Binary numbers of types created in
 * this database have no meaning in another one.
 */
const TABLES = `
  SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns,
    CASE WHEN bool_or(t.typelem >= 16384) THEN 'text' ELSE 'binary' END AS format,
    (pg_table_size(c.oid) + coalesce((SELECT sum(pg_table_size(i.inhrelid)) FROM pg_inherits i WHERE i.inhparent = c.oid), 0))::float8 AS bytes
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
    AND c.relname <> '_prisma_migrations'
  GROUP BY c.oid ORDER BY c.relname`;

const SEQUENCES = `SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;

/** The content of a database at one moment. */
export class DatabaseSnapshot {
  private constructor(
    private readonly client: pg.Client,
    readonly migrations: readonly string[],
    readonly tables: readonly SnapshotTable[],
  ) {}

  /**
   * Later changes are not visible. @param url of the owner of the tables @throws BackupError if the database is empty
   */
  static async take<T>(url: string, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> {
    const client = openClient(url, 'gleaner-backup');
    await client.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // It may take hours. Rows hidden by a policy would be missing: in that case it must fail.
      for (const setting of ['idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout'])
        await client.query(`SET LOCAL ${setting} = 0`);
      await client.query('SET LOCAL row_security = off');
      const migrations = await appliedMigrations(client);
      if (migrations === null || migrations.length === 0)
        throw new BackupError('the database is empty: Gleaner was never started with it');
      const { rows: tables } = await client.query<SnapshotTable>(TABLES);
      // A migration that begins meanwhile waits.
      await client.query(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
      return await work(new DatabaseSnapshot(client, migrations, tables));
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Sequences are never behind the rows. */
  async sequences(): Promise<Manifest['sequences']> {
    return (await this.client.query<Manifest['sequences'][number]>(SEQUENCES)).rows;
  }

  /** Sessions with an archive, and whether they have fetched a page. */
  async archivedSessions(): Promise<{ readonly id: string; readonly hasFetched: boolean }[]> {
    const { rows } = await this.client.query<{ id: string; hasFetched: boolean }>(
      `SELECT id, fetched > 0 AS "hasFetched" FROM sessions WHERE (config->>'archive')::boolean ORDER BY id`,
    );
    return rows;
  }

  /** Exports with a file. */
  async exports(): Promise<{ readonly id: string; readonly run: number; readonly bytes: number }[]> {
    const { rows } = await this.client.query<{ id: string; run: number; bytes: number }>(
      `SELECT id, run, bytes::float8 AS bytes FROM exports WHERE state = 'COMPLETED' ORDER BY id`,
    );
    return rows;
  }

  /** The rows of a table in COPY format. At the end, `counted` is called with their number. */
  async *rows({ name, columns, format }: SnapshotTable, counted: (rows: number) => void): AsyncGenerator<Buffer> {
    const stream = this.client.query(
      copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT (FORMAT ${format})`),
    );
    for await (const piece of stream as AsyncIterable<Buffer>) yield piece;
    counted(stream.rowCount);
  }
}
