import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  type CollectionExportInput,
  type Gleaner,
  GleanerError,
  type StoredExport,
  type StoredExportInput,
} from '#client';
import { Argument } from 'commander';
import { CliError } from '../cli-error.js';
import { partOf } from '../files.js';
import type { Screen } from '../screen.js';
import { downloadInto, removePart } from './resumable-download.js';

/** Stores beside the part the id of its export. Written before the first byte, so that an export is not made twice. */
const nameFileOf = (out: string): string => `${partOf(out)}.export`;

/** The argument that says what to export, in the API's words; `archive` is `warc` too. */
export function kindsArgument(description: string, kinds: readonly string[]): Argument {
  const argument = new Argument('<what>', description).choices([...kinds, 'archive']);
  const { parseArg } = argument;
  return argument.argParser((word: string) => {
    const kind = parseArg?.(word, word) ?? word;
    return kind === 'archive' ? 'warc' : kind;
  });
}

type StoredRequest = RequestedExport & {
  readonly out: string;
  /** Whether to continue an export that an earlier call has begun. */
  readonly resume: boolean;
  /** Whether the service keeps the export afterwards. */
  readonly keep: boolean;
};
/** Of a session, or of the collection of a topic. */
type RequestedExport =
  | { readonly sessionId: string; readonly input: StoredExportInput }
  | { readonly topicId: string; readonly input: CollectionExportInput };

/**
 * Has the service make a file, and downloads it, resuming over lost connections.
 *
 * @throws CliError if the export fails
 */
export async function exportStored(gleaner: Gleaner, request: StoredRequest, screen: Screen): Promise<void> {
  const { out, keep } = request;
  const begun = await begin(gleaner, request);
  const stored = await made(gleaner, begun, screen);
  await downloadStored(gleaner, stored, out, request.resume, screen);
  await rm(nameFileOf(out), { force: true });
  if (stored.leftOut) screen.note(`left out: ${stored.leftOut} pages that no session has archived`);
  if (keep) return screen.note(`export ${stored.id} is kept until ${stored.expiresAt ?? 'it is deleted'}`);
  // The download is complete, even if the export cannot be deleted or is already gone.
  await gleaner.delete('/v1/exports/{id}', { params: { path: { id: stored.id } } }).catch(ifRefused);
}

/** Downloads a file of the service and compares its hash with the service's. */
export async function downloadStored(
  gleaner: Gleaner,
  { id, sha256 }: Pick<StoredExport, 'id' | 'sha256'>,
  out: string,
  resume: boolean,
  screen: Screen,
): Promise<void> {
  await downloadInto({ gleaner, path: '/v1/exports/{id}/file', id }, out, resume, screen, async (file) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    if (hash.digest('hex') === sha256) return;
    await removePart(out);
    throw new CliError("the downloaded file differs from the service's: the hashes do not match");
  });
}

async function begin(gleaner: Gleaner, request: StoredRequest): Promise<StoredExport> {
  const { out, resume } = request;
  const known = resume ? (await readFile(nameFileOf(out), 'utf8').catch(() => '')).trim() : '';
  if (known !== '') {
    const found = await gleaner.get('/v1/exports/{id}', { params: { path: { id: known } } }).catch(ifRefused);
    if (found !== undefined && found.state !== 'failed' && isAnswer(found, request)) return found;
  }
  const begun = await ('sessionId' in request
    ? gleaner.post('/v1/sessions/{id}/exports', { params: { path: { id: request.sessionId } }, body: request.input })
    : gleaner.post('/v1/topics/{id}/exports', { params: { path: { id: request.topicId } }, body: request.input }));
  await writeFile(nameFileOf(out), begun.id);
  return begun;
}

/** Whether an export matches this call. */
function isAnswer(stored: StoredExport, request: RequestedExport): boolean {
  const { what, pageFilter, domainFilter, ...rest } = request.input;
  const query = new URLSearchParams();
  const values = { ...rest, ...pageFilter, ...domainFilter };
  for (const [name, value] of Object.entries<string | number | boolean | undefined>(values))
    if (value !== undefined && value !== false) query.set(name, String(value));
  const isSame = sorted(query) === sorted(new URLSearchParams(stored.query ?? ''));
  const isOfIt = 'sessionId' in request ? stored.sessionId === request.sessionId : stored.topicId === request.topicId;
  return isOfIt && stored.what === what && isSame;
}

function sorted(query: URLSearchParams): string {
  query.sort();
  return query.toString();
}

async function made(gleaner: Gleaner, begun: StoredExport, screen: Screen): Promise<StoredExport> {
  screen.note(`the service makes the file: export ${begun.id}`);
  const progress = screen.share('export');
  const onProgress = ({ progress: done }: StoredExport): void => progress.update(done);
  const stored = await gleaner.waitForExport(begun.id, { onProgress }).finally(() => progress.end());
  if (stored.state === 'failed') throw new CliError(`export ${stored.id} has failed: ${stored.error ?? ''}`);
  return stored;
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof GleanerError)) throw error;
  return undefined;
}
