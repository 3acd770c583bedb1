import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigrations, MIGRATIONS_FOLDER, migrationNames } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase, testFolder } from './database.js';

/** Data of a past version, kept by `test/upgrade/make-data.mjs`. */
interface PastData {
  readonly commit: string;
  readonly day: string;
  readonly migration: string;
  readonly kept: Kept;
  readonly tables: readonly {
    readonly name: string;
    readonly columns: string;
    readonly rows: readonly (readonly (string | null)[])[];
  }[];
  readonly sequences: readonly { readonly name: string; readonly value: string | null }[];
  readonly files: readonly { readonly name: string; readonly base64: string }[];
}

/** Ids of objects that a past version created. */
interface Kept {
  readonly topic: string;
  /** By kind and setting. */
  readonly models: Readonly<Record<string, string>>;
  readonly sessions: readonly { readonly id: string; readonly policy: string; readonly state: string }[];
  readonly spiders?: Readonly<Record<string, string>>;
  readonly warmStarted?: string;
  readonly export?: string;
  readonly experiment?: string;
  readonly monitor?: string;
  readonly schedule?: string;
  readonly template?: string;
}

/** Rows and files of a past version, migrated to this one as at the start of the service. */
export interface UpgradedData {
  readonly kept: Kept;
  readonly database: TestDatabase;
  readonly dataDir: string;
}

const FOLDER = path.resolve('test/upgrade/versions');

/** Versions with data, oldest first. */
export const pastVersions = (): string[] => readdirSync(FOLDER).sort();

const asCopied = (value: string | null): string =>
  value === null
    ? '\\N'
    : value.replace(/[\\\t\n\r]/g, (char) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[char] ?? '\\r');

export async function upgradedData(version: string): Promise<UpgradedData> {
  const data = JSON.parse(gunzipSync(readFileSync(path.join(FOLDER, version))).toString()) as PastData;
  const database = await createTestDatabase('none');
  const past = mkdtempSync(path.join(testFolder(), 'migrations-'));
  for (const name of await migrationNames())
    if (name <= data.migration) cpSync(path.join(MIGRATIONS_FOLDER, name), path.join(past, name), { recursive: true });
  await applyMigrations(database.url, past);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    // Rows are inserted in the order of table names: keys and triggers were applied before.
    await client.query('SET session_replication_role = replica');
    await client.query(`TRUNCATE ${data.tables.map(({ name }) => name).join(', ')} CASCADE`);
    for (const { name, columns, rows } of data.tables) {
      const lines = rows.map((row) => `${row.map(asCopied).join('\t')}\n`);
      await pipeline(lines, client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`)));
    }
    for (const { name, value } of data.sequences)
      if (value !== null) await client.query('SELECT setval($1::regclass, $2)', [name, value]);
  } finally {
    await client.end();
  }
  await applyMigrations(database.url);
  const dataDir = mkdtempSync(path.join(testFolder(), 'past-'));
  for (const { name, base64 } of data.files) {
    mkdirSync(path.join(dataDir, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(dataDir, name), Buffer.from(base64, 'base64'));
  }
  return { kept: data.kept, database, dataDir };
}
