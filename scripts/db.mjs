import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, root, say } from './packages.mjs';
import { generate } from './prepare.mjs';

/**
 * generate: writes the database client when the schema changed. migrate NAME: writes a migration, from what the
 * migrations so far make of a throw-away database to the schema. Prisma's command line would do both, but downloads a
 * native engine for it.
 */

const SCHEMA = join(root, 'prisma', 'schema.prisma');

/**
 * Object ids of PostgreSQL's one-byte `"char"`, which Prisma's adapter refuses although catalogue queries return it,
 * and of `text`.
 */
const CATALOG_CHAR = 18;
const TEXT = 25;

/** Lets an adapter read `"char"` columns. */
function readingCatalogs(adapter, { ColumnTypeEnum }) {
  const { performIO, queryRaw } = adapter;
  adapter.queryRaw = async function (query) {
    let isChar = [];
    const reading = Object.create(this, {
      performIO: {
        value: async (io) => {
          const result = await performIO.call(this, io);
          isChar = result.fields.map((field) => field.dataTypeID === CATALOG_CHAR);
          return {
            ...result,
            fields: result.fields.map((field, at) => (isChar[at] ? { name: field.name, dataTypeID: TEXT } : field)),
          };
        },
      },
    });
    const rows = await queryRaw.call(reading, query);
    rows.columnTypes = rows.columnTypes.map((type, at) => (isChar[at] ? ColumnTypeEnum.Character : type));
    return rows;
  };
  return adapter;
}

/** Prisma's engine for schemas, compiled to WebAssembly. */
async function loadEngine(adapters) {
  const url = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(url);
  const binary = readFileSync(new URL('./schema_engine_bg.wasm', url));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings.SchemaEngine.new({}, () => undefined, adapters);
}

/** @returns the statements that lead from a database to each of some schemas, each under a comment */
async function statements(url, schemas) {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const utilities = await import('@prisma/driver-adapter-utils');
  const postgres = new PrismaPg({ connectionString: url });
  const adapters = utilities.bindMigrationAwareSqlAdapterFactory({
    provider: postgres.provider,
    adapterName: postgres.adapterName,
    connect: async () => readingCatalogs(await postgres.connect(), utilities),
  });
  const engine = await loadEngine(adapters);
  const scripts = [];
  for (const content of schemas) {
    const files = [{ path: SCHEMA, content }];
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: root },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    scripts.push(
      stdout
        .split(/^(?=-- )/m)
        .map((statement) => statement.trim())
        .filter((statement) => /^[A-Z]/m.test(statement)),
    );
  }
  return scripts;
}

/** The schema of the last commit; null without git. */
function committedSchema() {
  try {
    return execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  } catch {
    return null;
  }
}

/**
 * The statements from the result of all migrations to the schema. Indexes and keys that a schema cannot express are
 * missing in the committed one as well:
 * what leads to it is left out.
 */
async function difference() {
  const { applyMigrations, startEmbedded } = await import('../dist/platform/database/index.js');
  const data = mkdtempSync(join(tmpdir(), 'gleaner-migrate-'));
  chmodSync(data, 0o711);
  const database = await startEmbedded({ dataDir: data, database: 'gleaner' });
  const clear = async () => {
    await database.stop();
    rmSync(data, { recursive: true, force: true });
  };
  // An engine that gives up throws where nobody can catch it.
  process.once('uncaughtException', (error) => clear().finally(() => fail(error.message)));
  try {
    await applyMigrations(database.ownerUrl);
    const schema = readFileSync(SCHEMA, 'utf8');
    const [all, known = []] = await statements(
      database.ownerUrl,
      [schema, committedSchema()].filter((one) => one !== null),
    );
    return all.filter((statement) => !known.includes(statement));
  } finally {
    await clear();
  }
}

async function migrate(name) {
  if (!/^[a-z0-9_]+$/.test(name ?? '')) fail('usage: npm run db:migrate NAME (small letters, digits and _)', 2);
  const script = (await difference()).join('\n\n');
  if (script === '') return say('the migrations already match the schema: nothing to do');
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const made = join(root, 'prisma', 'migrations', `${time}_${name}`);
  mkdirSync(made);
  writeFileSync(join(made, 'migration.sql'), `${script}\n`);
  process.stdout.write(`${script}\n`);
  say(
    `${join(made, 'migration.sql')} written. Review it, and add what a schema cannot express, such as partial indexes`,
  );
}

const [command, name] = process.argv.slice(2);
const commands = { generate, migrate: () => migrate(name) };
if (!Object.hasOwn(commands, command ?? '')) fail('usage: node scripts/db.mjs generate|migrate NAME', 2);
await commands[command]();
