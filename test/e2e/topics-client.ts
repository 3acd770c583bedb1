import { request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { looks } from '../support/looks.js';

export interface RestAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A GraphQL error as clients see it. */
export interface GraphqlError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly field?: string; readonly allowed?: string };
}

export interface JobBody {
  readonly id: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly state: string;
  readonly result: Record<string, unknown> | null;
  readonly error: string | null;
}

/** Both APIs of a running service, as a client uses them. */
export class ApiClient {
  constructor(private readonly url: string) {}

  /** @param path after the version prefix */
  rest<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer<T>> {
    return this.send<T>(method, `/v1${path}`, body, headers);
  }

  private async send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer<T>> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(`${this.url}${path}`, { method, headers: { ...type, ...headers }, body: sent });
    return answerOf<T>(response);
  }

  /** Sends JSON lines as a stream of the given pieces. */
  async lines<T>(
    path: string,
    pieces: readonly (string | Uint8Array)[],
    type = 'application/x-ndjson',
  ): Promise<RestAnswer<T>> {
    const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.url}/v1${path}`,
        { method: 'POST', headers: { 'content-type': type } },
        (incoming) => {
          json(incoming).then(
            (body) => resolve({ status: incoming.statusCode ?? 0, headers: new Headers(), body: body as T }),
            reject,
          );
        },
      );
      outgoing.on('error', reject);
      Readable.from(bytes).pipe(outgoing);
    });
  }

  /** @returns the data of a query that must succeed */
  async graphql<T = Record<string, unknown>>(query: string, variables: object = {}): Promise<T> {
    const { body } = await this.query(query, variables);
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data as T;
  }

  /** @returns the first error of a query that must fail */
  async graphqlError(query: string, variables: object = {}): Promise<GraphqlError> {
    const { body } = await this.query(query, variables);
    if (!body.errors) throw new Error(`no error, but ${JSON.stringify(body.data)}`);
    return body.errors[0];
  }

  private query(query: string, variables: object): Promise<RestAnswer<{ data: unknown; errors?: GraphqlError[] }>> {
    return this.send('POST', '/graphql', { query, variables });
  }

  /** Waits until a job has ended. */
  async settled(jobId: string): Promise<JobBody> {
    const { pause } = looks();
    for (;;) {
      const { status, body } = await this.rest<JobBody>('GET', `/jobs/${jobId}`);
      if (status !== 200) throw new Error(`job ${jobId}: ${JSON.stringify(body)}`);
      if (body.state !== 'queued' && body.state !== 'running') return body;
      await pause();
    }
  }
}

async function answerOf<T>(response: Response): Promise<RestAnswer<T>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as T,
  };
}
