/** Prints a benchmark's rows as a table and writes them with a description of the machine to bench/out. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

export function report(name, header, rows, details = {}) {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  '),
    );
  mkdirSync('bench/out', { recursive: true });
  const result = {
    name,
    at: new Date().toISOString(),
    node: process.version,
    cpus: cpus().length,
    header,
    rows,
    ...details,
  };
  writeFileSync(`bench/out/${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\nbench/out/${name}.json`);
}

/** Writes the rows of a benchmark with its options, without the folder of the recorded webs, to the file `out`. */
export function saveRows({ corpora: _, ...options }, results) {
  mkdirSync(dirname(options.out), { recursive: true });
  const about = { date: new Date().toISOString(), node: process.version, options };
  writeFileSync(options.out, `${JSON.stringify({ ...about, ...results }, null, 1)}\n`);
}
