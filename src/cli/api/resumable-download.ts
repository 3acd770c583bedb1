import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Gleaner, GleanerError } from '#client';
import { CliError, Exit, exitCodeOf } from '../cli-error.js';
import { partOf, readable, sizeOf } from '../files.js';
import type { Screen } from '../screen.js';

/** The rest that is asked for begins behind the end: all of it is there. */
const RANGE_NOT_SATISFIABLE = 416;
const PARTIAL = 206;
/** Connections in a row that bring nothing. */
const MOST_FAILURES = 4;
const FIRST_REST_MS = 250;

/** What is downloaded: bytes under a strong entity tag, in ranges. */
export interface Source {
  readonly gleaner: Gleaner;
  /** As in `openapi.json`. */
  readonly path: string;
  readonly id: string;
}

const GO_ON = '--resume goes on from there';

/** An answer that ended before all of it was there. */
class BrokenOff extends Error {}

/** Beside the part that is there stands its entity tag: of another file it would be no part. */
const tagFileOf = (out: string): string => `${partOf(out)}.etag`;

/**
 * Downloads a file, over connections that are lost.
 *
 * @param resume whether it goes on with the part that an earlier call has left
 * @param check looks at the part when all of it is there, before it gets its name
 */
export async function downloadInto(
  source: Source,
  out: string,
  resume: boolean,
  screen: Screen,
  check: (file: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const part = partOf(out);
  if (!resume) await removePart(out);
  for (let failures = 0; ;) {
    const before = await sizeOf(part);
    try {
      await fetchRest(source, out);
      break;
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw await withRest(error, out);
      const now = await sizeOf(part);
      failures = now > before ? 0 : failures + 1;
      if ((await tagOf(out)) === '') throw new CliError('the download broke off', Exit.Away);
      if (failures === MOST_FAILURES)
        throw new CliError(`the download broke off after ${now} bytes; ${GO_ON}`, Exit.Away);
      screen.note(`The connection was lost after ${now} bytes: going on`);
      await sleep(FIRST_REST_MS * 2 ** failures);
    }
  }
  await check(part);
  await rename(part, out);
  await rm(tagFileOf(out), { force: true });
}

/** A service that stays away may be back later: what is there is of use then. */
async function withRest(error: unknown, out: string): Promise<unknown> {
  const isAway = error instanceof GleanerError && exitCodeOf(error) === Exit.Away;
  const there = isAway && (await tagOf(out)) !== '' ? await sizeOf(partOf(out)) : 0;
  return there === 0
    ? error
    : new CliError(`${(error as Error).message}; ${there} bytes are there; ${GO_ON}`, Exit.Away);
}

/** What was left of a file that broke off. */
export async function removePart(out: string): Promise<void> {
  await rm(partOf(out), { force: true });
  await rm(tagFileOf(out), { force: true });
}

/** Only a strong tag says that the bytes are the same. */
async function tagOf(out: string): Promise<string> {
  const tag = await readFile(tagFileOf(out), 'utf8').catch(() => '');
  return tag.startsWith('"') ? tag : '';
}

/** Puts what is missing behind the part that is there, or makes the part anew where it is none of this file. */
async function fetchRest({ gleaner, path, id }: Source, out: string): Promise<void> {
  const part = partOf(out);
  const from = await sizeOf(part);
  const known = from > 0 ? await tagOf(out) : '';
  let answer: Response | undefined;
  const onResponse = ({ response }: { response: Response }): void => void (answer = response);
  let body: ReadableStream<Uint8Array>;
  try {
    body = await gleaner.download(path, {
      params: { path: { id } },
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(known !== '' && { range: `bytes=${from}-`, 'if-range': known }),
      },
      middleware: [{ onResponse }],
    });
  } catch (error) {
    if (known === '' || !(error instanceof GleanerError) || error.status !== RANGE_NOT_SATISFIABLE) throw error;
    if (answer?.headers.get('content-range') === `bytes */${from}`) return;
    // More than there is: it cannot be a part.
    await removePart(out);
    return fetchRest({ gleaner, path, id }, out);
  }
  const isRest = answer?.status === PARTIAL;
  // In this order, so that no part is ever beside the tag of another file.
  if (!isRest) await removePart(out);
  await writeFile(tagFileOf(out), answer?.headers.get('etag') ?? '');
  const file = await open(part, isRest ? 'a' : 'w');
  try {
    for await (const piece of pieces(body)) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = readable(body);
  const next = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const piece = await next.next().catch((cause: unknown) => {
        throw new BrokenOff('the answer broke off', { cause });
      });
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    source.destroy();
  }
}
