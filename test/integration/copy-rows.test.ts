import pg from 'pg';
import { CopyRows, copyRows } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

/** A row of each type, with this many characters. */
const rowOf = (no: number, size: number): readonly unknown[] => [
  no,
  `${no} é — 𝄞 `.repeat(Math.ceil(size / 10)),
  no % 2 === 0 ? null : [no, -no],
  [`"${no}"`, '{a,NULL}', ''],
  { no, text: '\\N\t' },
  Buffer.alloc(no % 7, no),
  BigInt(no) * 1_000_000_000_000n,
  no / 3,
  no % 3 === 0,
  Date.UTC(2026, 0, 1) + no,
];

describe('copyRows', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      'CREATE TEMP TABLE copied (no int, text text, list int[], names text[], data jsonb, bytes bytea, large bigint, share float8, even bool, at timestamptz)',
    );
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  const copy = 'COPY copied FROM STDIN (FORMAT binary)';
  const newRows = (): CopyRows =>
    new CopyRows(['int4', 'text', 'int4[]', 'text[]', 'jsonb', 'bytea', 'int8', 'float8', 'bool', 'timestamptz']);

  it('writes rows that were taken one by one, small and larger than a message', async () => {
    const rows = newRows();
    // Some megabytes: the memory of rows grows and is freed, and messages end within the table.
    const values = Array.from({ length: 300 }, (_, no) => rowOf(no, no % 50 === 0 ? 400_000 : 40 * no));
    const taken = values.map((row) => {
      rows.add(row);
      return rows.take();
    });
    await copyRows(client, copy, taken);
    const { rows: found } = await client.query<Record<string, unknown>>('SELECT * FROM copied ORDER BY no');
    expect(
      found.map(({ large, at, ...row }) => [...Object.values(row), BigInt(large as string), (at as Date).getTime()]),
    ).toEqual(
      values.map(([no, text, list, names, data, bytes, large, share, even, at]) => [
        ...[no, text, list, names, data, bytes, share, even, large, at],
      ]),
    );
  });

  it('sends nothing without rows, and leaves the connection usable after a refusal', async () => {
    await copyRows(client, 'COPY nowhere FROM STDIN (FORMAT binary)', []);
    await copyRows(client, 'COPY nowhere FROM STDIN (FORMAT binary)', [newRows().take()]);
    const rows = newRows();
    rows.add(rowOf(1, 1_000_000));
    await expect(copyRows(client, 'COPY nowhere FROM STDIN (FORMAT binary)', [rows.take()])).rejects.toThrow('nowhere');
    expect(() => rows.add([1])).toThrow('1 values for 10 columns');
    const broken = newRows();
    broken.add(rowOf(2, 10));
    await expect(copyRows(client, copy, [broken.take().subarray(0, 40)])).rejects.toThrow(/COPY/);
    await expect(client.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });
});
