import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';

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
