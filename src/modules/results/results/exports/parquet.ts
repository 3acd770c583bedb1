import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import type { ColumnType, ExportColumn } from './export-columns.js';

/** Limits of a row group: rows, or characters of text. It is held in memory and compressed at once. */
const GROUP_ROWS = 1_000;
const GROUP_CHARS = 2_000_000;

const ELEMENTS: Readonly<Record<Exclude<ColumnType, 'texts'>, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

function elementsOf({ name, type }: ExportColumn): SchemaElement[] {
  if (type !== 'texts') return [{ name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...ELEMENTS.text },
  ];
}

type Row = Readonly<Record<string, unknown>>;

/** Characters of a row's texts, an estimate of its size. */
function charsOf(row: Row, columns: readonly ExportColumn[]): number {
  let chars = 0;
  for (const { name } of columns) {
    const value = row[name];
    if (typeof value === 'string') chars += value.length;
    else if (Array.isArray(value)) for (const one of value) chars += String(one).length;
  }
  return chars;
}

/**
 * Rows as an Apache Parquet file, one row group at a time. Every column may be null. Only its footer grows with the
 * file: some kilobytes per row group.
 *
 * @param rows of plain values: texts, numbers, booleans, dates, lists of texts
 */
export async function* parquetBytes(
  rows: AsyncIterable<object>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Buffer> {
  // Loaded with the first file.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)],
    createdBy: 'Gleaner',
  });
  /** The bytes written so far; the writer's own buffer is reused. */
  const taken = (): Buffer => {
    const bytes = Buffer.from(writer.getBytes());
    writer.index = 0;
    return bytes;
  };
  const groupOf = async (group: readonly Row[]): Promise<Buffer> => {
    const columnData: ColumnSource[] = columns.map(({ name }) => ({
      name,
      data: group.map((row) => row[name] ?? null),
      offsetIndex: false,
    }));
    await parquet.write({ columnData, rowGroupSize: group.length });
    return taken();
  };
  let group: Row[] = [];
  let chars = 0;
  for await (const row of rows as AsyncIterable<Row>) {
    group.push(row);
    chars += charsOf(row, columns);
    if (group.length < GROUP_ROWS && chars < GROUP_CHARS) continue;
    yield await groupOf(group);
    [group, chars] = [[], 0];
  }
  if (group.length > 0) yield await groupOf(group);
  await parquet.finish();
  yield taken();
}
