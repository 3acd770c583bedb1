import { type ApiClient, type Call, createApi, namedCall, throwing } from './calls.js';
import { refusal } from './errors.js';
import { requireBase, requireHeader } from './options.js';
import { type ListArguments, type ListOptions, type ListPath, type Row, rows } from './paging.js';
import type { OnAway } from './patience.js';
import { sessionItems, type StreamOptions } from './session-stream.js';
import { jsonLines } from './text-lines.js';
import { createTransport, type Fetch, sleep } from './transport.js';
import type { ExampleInput, Job, Model, Schemas, Session, SessionStreamItem, StoredExport } from './types.js';
import { polled, type SessionWaitOptions, type WaitOptions, waitedFor } from './waiting.js';

export interface GleanerOptions {
  /** Base URL of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** A key of the service, if it requires one. */
  readonly key?: string;
  /** Id or name of the calls' project, if the key does not determine it. */
  readonly project?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /**
   * Longest time of one attempt until its response begins, and from there to the end of its JSON, ms. Default: 30 s.
   * Bodies that are read otherwise (streams, rows, files) may stay open: they fail after two minutes without a byte, or
   * `timeoutMs` if that is longer.
   */
  readonly timeoutMs?: number;
  /** Most attempts per call. Default: 4. Calls that could be carried out twice are tried once. */
  readonly attempts?: number;
  /** Called when a list, a wait or a stream that has begun starts to wait for a service that is away. */
  readonly onAway?: OnAway;
}

interface GraphqlAnswer<T> {
  readonly data?: T;
  readonly errors?: readonly { readonly message: string; readonly extensions?: object }[];
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 4;
const RUNS: ReadonlySet<string> = new Set<Job['state'] & StoredExport['state']>(['queued', 'running']);

/** Data of a session that is exported in rows. */
export type ExportKind = 'pages' | 'domains' | 'links';
export type DownloadInit = Readonly<Record<string, unknown>> & { readonly signal?: AbortSignal };

/**
 * A Gleaner service. All methods throw GleanerError if the service refuses or cannot be reached, and the reason of a
 * signal that aborts.
 */
export class Gleaner {
  /** openapi-fetch itself: errors are returned instead of thrown. Keys, retries and Idempotency-Keys are the same. */
  readonly api: ApiClient;
  readonly url: string;
  private readonly onAway: OnAway | undefined;
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;

  /** @throws TypeError for options that cannot be used, such as a `url` without `http://` */
  constructor(options: GleanerOptions) {
    this.url = requireBase(options.url);
    this.onAway = options.onAway;
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.api = createApi({
      url: this.url,
      key: requireHeader('key', options.key),
      project: requireHeader('project', options.project),
      transport: createTransport({
        fetch: options.fetch ?? ((request, init) => fetch(request, init)),
        timeoutMs,
        attempts: options.attempts ?? ATTEMPTS,
        random: Math.random,
        sleep,
      }),
      timeoutMs,
      newIdempotencyKey: () => crypto.randomUUID(),
    });
    this.get = throwing(this.api, 'get');
    this.post = throwing(this.api, 'post');
    this.put = throwing(this.api, 'put');
    this.patch = throwing(this.api, 'patch');
    this.delete = throwing(this.api, 'delete');
  }

  /**
   * All rows of a list, read on demand: `for await (const topic of gleaner.list('/v1/topics'))`.
   *
   * @param path as in `openapi.json`
   */
  list<Path extends ListPath>(
    path: Path,
    ...[options]: ListArguments<Path>
  ): AsyncGenerator<Row<Path>, void, undefined> {
    const { path: parameters, query, signal } = (options ?? {}) as Partial<ListOptions<Path>>;
    const get = this.get as unknown as (
      path: string,
      init: object,
    ) => Promise<{ items: Row<Path>[]; pageInfo: Schemas['PageInfo'] }>;
    const read = (part: object) => get(path, { params: { path: parameters, query: part }, signal });
    return rows(read, query, (ms) => sleep(ms, signal), this.onAway);
  }

  pages(
    sessionId: string,
    query: ListOptions<'/v1/sessions/{id}/pages'>['query'] = {},
  ): AsyncGenerator<Schemas['PageDto'], void, undefined> {
    return this.list('/v1/sessions/{id}/pages', { path: { id: sessionId }, query });
  }

  domains(
    sessionId: string,
    query: ListOptions<'/v1/sessions/{id}/domains'>['query'] = {},
  ): AsyncGenerator<Schemas['DomainDto'], void, undefined> {
    return this.list('/v1/sessions/{id}/domains', { path: { id: sessionId }, query });
  }

  session(id: string, signal?: AbortSignal): Promise<Session> {
    return this.get('/v1/sessions/{id}', { params: { path: { id } }, signal });
  }

  /** Imports examples as JSON lines. @param atomic whether a refused one prevents the import of all others */
  importExamples(
    topicId: string,
    examples: readonly ExampleInput[],
    atomic = true,
  ): Promise<Schemas['ImportReportDto']> {
    return this.post('/v1/topics/{topicId}/examples/bulk', {
      params: { path: { topicId }, query: { atomic } },
      headers: { 'content-type': 'application/x-ndjson' },
      body: examples.map((example) => `${JSON.stringify(example)}\n`).join(''),
    });
  }

  /** Data of a GraphQL query or mutation. @throws GleanerError for the first error in the response */
  async graphql<T>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const post = this.post as unknown as (path: string, init: object) => Promise<GraphqlAnswer<T>>;
    const { data, errors } = await post('/graphql', { body: { query, variables } });
    const error = errors?.[0];
    if (error !== undefined)
      throw refusal('GraphQL', { status: 200, statusText: '' }, { ...error.extensions, detail: error.message });
    return data as T;
  }

  /** Items of a session's stream, to its end, without gaps or repeats after lost connections. */
  async *sessionStream(
    id: string,
    { from, after, signal }: StreamOptions = {},
  ): AsyncGenerator<SessionStreamItem, void, undefined> {
    const open = async (lastEventId: string | undefined): Promise<ReadableStream<Uint8Array> | null> => {
      const path = '/v1/sessions/{id}/stream';
      const { response, error } = await this.api.GET(path, {
        params: {
          path: { id },
          query: { from },
          ...(lastEventId !== undefined && { header: { 'Last-Event-ID': lastEventId } }),
        },
        headers: { accept: 'text/event-stream' },
        parseAs: 'stream',
        signal,
      });
      return this.streamed(path, response, error);
    };
    yield* sessionItems(open, after, (ms) => sleep(ms, signal), this.onAway);
  }

  /** Waits for the end of a session, or for the condition `until`. @returns the session at that time */
  waitForSession(id: string, options: SessionWaitOptions = {}): Promise<Session> {
    const reader = {
      session: (signal?: AbortSignal) => this.session(id, signal),
      stream: (signal?: AbortSignal) => this.sessionStream(id, { from: 'now', signal }),
    };
    return waitedFor(reader, { onAway: this.onAway, ...options });
  }

  /** Waits until a job has ended, successfully or not. */
  waitForJob(id: string, options: WaitOptions<Job> = {}): Promise<Job> {
    const { signal } = options;
    return polled(
      () => this.get('/v1/jobs/{id}', { params: { path: { id } }, signal }),
      ({ state }) => !RUNS.has(state),
      { onAway: this.onAway, ...options },
    );
  }

  /** Waits until a model is trained or has failed. */
  waitForModel(id: string, options: WaitOptions<Model> = {}): Promise<Model> {
    const { signal } = options;
    return polled(
      () => this.get('/v1/models/{id}', { params: { path: { id } }, signal }),
      ({ state }) => state !== 'training',
      { onAway: this.onAway, ...options },
    );
  }

  /** Waits until a stored export is made or has failed. */
  waitForExport(id: string, options: WaitOptions<StoredExport> = {}): Promise<StoredExport> {
    const { signal } = options;
    return polled(
      () => this.get('/v1/exports/{id}', { params: { path: { id } }, signal }),
      ({ state }) => !RUNS.has(state),
      { onAway: this.onAway, ...options },
    );
  }

  /**
   * Rows of an export, as they arrive. The service sends them at the pace of reading.
   *
   * @typeParam T the fields read of a row; the file contains more
   */
  async *exportRows<T = Readonly<Record<string, unknown>>>(
    sessionId: string,
    kind: ExportKind,
    query: Readonly<Record<string, unknown>> = {},
    signal?: AbortSignal,
  ): AsyncGenerator<T, void, undefined> {
    const init = { params: { path: { id: sessionId }, query: { ...query, format: 'jsonl' } }, signal };
    yield* jsonLines<T>(await this.download(`/v1/sessions/{id}/${kind}/export`, init));
  }

  /** The bytes of a file, such as an export or an archive, as they arrive. @param path as in `openapi.json` */
  async download(path: string, init: DownloadInit = {}): Promise<ReadableStream<Uint8Array>> {
    const get = this.api.GET as unknown as (
      path: string,
      init: object,
    ) => Promise<{ response: Response; error?: unknown }>;
    const { response, error } = await get(path, { headers: { accept: '*/*' }, ...init, parseAs: 'stream' });
    return this.streamed(path, response, error) ?? new Blob([]).stream();
  }

  private streamed(path: string, response: Response, error: unknown): ReadableStream<Uint8Array> | null {
    if (!response.ok) throw refusal(namedCall('GET', path, response), response, error);
    return response.status === 204 ? null : response.body;
  }
}

export const createGleaner = (options: GleanerOptions): Gleaner => new Gleaner(options);
