import { createWriteStream } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { CliError, Exit } from './cli-error.js';

/** Name of an incomplete file, so that it is never mistaken for the complete one. */
export const partOf = (file: string): string => `${file}.part`;

/** Bytes of a file; 0 if there is none. */
export const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

export const readable = (body: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(body as WebStream);

/** Whether the path is a regular file to be replaced: a pipe or a device is written to. */
export async function isReplaced(file: string): Promise<boolean> {
  const there = await stat(file).catch(() => null);
  return there === null || there.isFile();
}

/** Writes a stream to a file. */
export async function writeFileFrom(body: ReadableStream<Uint8Array>, file: string): Promise<void> {
  if (!(await isReplaced(file))) return pipeline(readable(body), createWriteStream(file));
  await pipeline(readable(body), createWriteStream(partOf(file)));
  await rename(partOf(file), file);
}

/**
 * Checks the files that options name, before the work whose results are written there.
 *
 * @param files by the options or arguments that name them
 * @throws CliError for a folder, and for a file in a missing folder
 */
export async function checkOutputFiles(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [name, path] of Object.entries(files)) {
    if (path === undefined) continue;
    if ((await stat(dirname(path)).catch(() => null))?.isDirectory() !== true)
      throw new CliError(`${name}: the folder of ${path} does not exist`, Exit.Usage);
    if ((await stat(path).catch(() => null))?.isDirectory() === true)
      throw new CliError(`${name}: expected a file; ${path} is a folder`, Exit.Usage);
  }
}

/** Text in UTF-8 or, as some shells of Windows write it, UTF-16; without its byte order mark. */
export const decoded = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

/** The text of a file that an option names. @throws CliError */
export async function readText(option: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CliError(`${option}: ${error instanceof Error ? error.message : String(error)}`, Exit.Usage);
  });
  return decoded(bytes);
}

/** @throws CliError */
export async function readJson(option: string, file: string): Promise<unknown> {
  const text = await readText(option, file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${option}: ${file} is not JSON`, Exit.Usage);
  }
}
