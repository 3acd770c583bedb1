import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Gleaner, GleanerError, outlasting } from '#client';
import { CliError, Exit, exitCodeOf } from '../cli-error.js';
import { partOf, readable, sizeOf } from '../files.js';
import type { Screen } from '../screen.js';
import { AWAY_NOTE } from '../service-options.js';

/** The requested range begins at the end: the file is already complete. */
const RANGE_NOT_SATISFIABLE = 416;
const PARTIAL = 206;
/** Consecutive connections without progress. */
const MOST_FAILURES = 4;
const FIRST_REST_MS = 250;

/** The source of a download: bytes with a strong entity tag, available in ranges. */
interface Source {
  readonly gleaner: Gleaner;
  /** Path as in `openapi.json`. */
  readonly path: string;
  readonly id: string;
}

const GO_ON = '--resume continues from there';

/** A response that ended early. */
class BrokenOff extends Error {}

/** The entity tag of the part is stored beside it: a part of a different file is useless. */
const tagFileOf = (out: string): string => `${partOf(out)}.etag`;

/**
 * Downloads a file, resuming over lost connections. A service that goes away meanwhile is waited for, two minutes at
 * most.
 *
 * @param resume whether to continue the part of an earlier call
 * @param check verifies the complete file before it gets its name
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
  const fetching = (): Promise<void> => fetchRest(source, out);
  const patiently = (): Promise<void> => outlasting(fetching, undefined, () => screen.note(AWAY_NOTE));
  for (let [failures, hasBegun] = [0, false]; ;) {
    const before = await sizeOf(part);
    try {
      await (hasBegun ? patiently() : fetching());
      break;
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw await withRest(error, out);
      const now = await sizeOf(part);
      hasBegun = true;
      failures = now > before ? 0 : failures + 1;
      if ((await tagOf(out)) === '') throw new CliError('the download broke off', Exit.Away);
      if (failures === MOST_FAILURES)
        throw new CliError(`the download broke off after ${now} bytes; ${GO_ON}`, Exit.Away);
      screen.note(`Lost the connection after ${now} bytes: continuing`);
      await sleep(FIRST_REST_MS * 2 ** failures);
    }
  }
  await check(part);
  await rename(part, out);
  await rm(tagFileOf(out), { force: true });
}

/** A service that stays unavailable may return later: the error says how to resume. */
async function withRest(error: unknown, out: string): Promise<unknown> {
  const isAway = error instanceof GleanerError && exitCodeOf(error) === Exit.Away;
  const there = isAway && (await tagOf(out)) !== '' ? await sizeOf(partOf(out)) : 0;
  return there === 0
    ? error
    : new CliError(`${(error as Error).message}; ${there} bytes were downloaded; ${GO_ON}`, Exit.Away);
}

/** Removes the part of an interrupted download. */
export async function removePart(out: string): Promise<void> {
  await rm(partOf(out), { force: true });
  await rm(tagFileOf(out), { force: true });
}

/** Only a strong tag guarantees equal bytes. */
async function tagOf(out: string): Promise<string> {
  const tag = await readFile(tagFileOf(out), 'utf8').catch(() => '');
  return tag.startsWith('"') ? tag : '';
}

/** Appends the missing bytes to the part, or restarts the part if it is not of this file. */
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
    // Longer than the file: it cannot be a part of it.
    await removePart(out);
    return fetchRest({ gleaner, path, id }, out);
  }
  const isRest = answer?.status === PARTIAL;
  // In this order, so that a part never lies beside the tag of another file.
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
        throw new BrokenOff('the response broke off', { cause });
      });
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    source.destroy();
  }
}
