import { pipeline } from 'node:stream/promises';
import { textLines } from '#client';
import { type Command, Option } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { checkOutputFiles, readable, writeFileFrom } from '../files.js';
import type { Screen } from '../screen.js';
import { harmless, terminal } from '../terminal.js';

export const FORMATS = ['jsonl', 'csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

/** Format and destination of rows. */
export interface FileArguments<F extends string = Format> {
  readonly format?: F;
  readonly gzip?: boolean;
  readonly bom?: boolean;
  readonly out?: string;
}

/** Adds `--format` and `--out`. @param of results that have a format */
export const fileOptions = (command: Command, of = '', formats: readonly string[] = FORMATS): Command =>
  command
    .addOption(new Option('--format <format>', `${of}default: jsonl`).choices(formats))
    .option('--out <file>', 'file to write; default: standard output. The file appears once it is complete');

export const isTextual = ({ format, gzip }: FileArguments<string>): boolean => format !== 'parquet' && gzip !== true;

/** @throws CliError if bytes would go to a terminal, or the file cannot be there */
export async function checkOutput(isText: boolean, { out }: Pick<FileArguments, 'out'>): Promise<void> {
  await checkOutputFiles({ '--out': out });
  if (out === undefined && !isText && terminal().out.isTTY === true)
    throw new CliError('--out: expected, because a terminal cannot show this', Exit.Usage);
}

/** Writes a response body to the file, or to standard output. */
export async function writeResult(
  body: ReadableStream<Uint8Array>,
  isText: boolean,
  { out }: Pick<FileArguments, 'out'>,
  screen: Screen,
): Promise<void> {
  if (out === undefined) return show(body, isText);
  await writeFileFrom(body, out);
  screen.note(`written to ${out}`);
}

/** To standard output: unchanged, or on a terminal without control characters. */
async function show(body: ReadableStream<Uint8Array>, isText: boolean): Promise<void> {
  const { out } = terminal();
  if (!isText || out.isTTY !== true) return pipeline(readable(body), out, { end: false });
  for await (const line of textLines(body)) out.write(`${harmless(line)}\n`);
}
