/** What the service answered when it refused, or why it could not be asked; the message is for the user. */
export class ServiceError extends Error {
  constructor(
    message: string,
    /** HTTP status, 0 when there was no answer. */
    readonly status: number,
    /** Error code of the service, such as VALIDATION_FAILED; empty when there is none. */
    readonly code: string,
  ) {
    super(message);
    this.name = 'ServiceError';
  }
}

export interface TopicBody {
  readonly id: string;
  readonly name: string;
}
export interface TopicInput {
  readonly name: string;
  readonly description?: string;
  readonly keywords: readonly string[];
  readonly seeds: readonly string[];
}
export interface ExampleInput {
  readonly url: string;
  readonly relevant: boolean;
  /** The page, when it need not be fetched. */
  readonly html?: string;
}
export interface ImportReportBody {
  readonly lines: number;
  readonly created: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}
export interface JobBody {
  readonly id: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
}
export interface ModelBody {
  readonly id: string;
  readonly kind: string;
  readonly status: 'TRAINING' | 'READY' | 'FAILED';
  readonly metrics: Readonly<Record<string, unknown>> | null;
  readonly threshold: number | null;
  readonly error: string | null;
}
export interface SessionInput {
  readonly policy: string;
  readonly policyConfig?: Readonly<Record<string, unknown>>;
  readonly modelId?: string;
  readonly randomSeed?: number;
  readonly startFrom?: string;
  readonly budget: { readonly fetches: number };
  readonly domainCap?: string | number;
  readonly concurrency?: number;
  readonly hostConcurrency?: number;
  readonly hostDelayMs?: number;
  readonly render?: 'never' | 'auto' | 'always';
  readonly sitemaps?: boolean;
  readonly contentTypes?: readonly string[];
  readonly languages?: readonly string[];
  readonly archive?: boolean;
  readonly userAgent?: string;
}
export interface SessionBody {
  readonly id: string;
  readonly policy: string;
  readonly state: 'QUEUED' | 'STARTING' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'STOPPED' | 'FAILED';
  readonly stateReason: string | null;
  readonly error: string | null;
  readonly found: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly domainCount: number;
  readonly relevantDomainCount: number;
  readonly failed: number;
  readonly robotsDenied: number;
  readonly harvestRate: number | null;
  readonly harvestRateRecent: number | null;
  readonly frontierSize: number;
  readonly pagesPerSecond: number;
  readonly activeSeconds: number;
}
/** The parts of an exported page that are read here; the file holds more. */
export interface PageRow {
  readonly step: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly outcome: string;
  readonly relevant: boolean;
  readonly probability: number;
  readonly title: string | null;
}
export interface WhyBody {
  readonly policy: string;
  readonly value: number | null;
  readonly exploration: boolean;
  readonly features: Readonly<Record<string, number>> | null;
  readonly leaf: { readonly id: number; readonly rules: readonly string[] } | null;
  readonly rank: number | null;
  readonly options: number | null;
  readonly link: { readonly anchor: string; readonly sourceUrl: string } | null;
  readonly path: readonly {
    readonly step: number;
    readonly url: string;
    readonly title: string | null;
    readonly relevant: boolean;
  }[];
}

/** What became of a URL that a session started from. */
export interface SeedOutcomeBody {
  readonly url: string;
  readonly reached: boolean;
  readonly outcome: string | null;
  readonly message: string | null;
  readonly httpStatus: number | null;
  readonly allowedBy: string | null;
}

interface NamedCount {
  readonly name: string;
  readonly count: number;
}
export interface ReportBody {
  readonly outcomes: readonly NamedCount[];
  readonly retries: number;
  readonly recovered: number;
  readonly rendered: number;
  readonly duplicates: number;
  readonly leftOut: readonly NamedCount[];
}

/** Every call is answered within milliseconds; past this the service hangs. */
const CALL_TIMEOUT_MS = 30_000;
/** An export streams for as long as it has rows. */
const EXPORT_TIMEOUT_MS = 600_000;

/** Both APIs of a running service. @throws ServiceError from every method */
export class ServiceClient {
  /** @param url without a slash at the end */
  constructor(
    readonly url: string,
    private readonly apiKey?: string,
  ) {}

  createTopic(input: TopicInput): Promise<TopicBody> {
    return this.json('POST', '/v1/topics', input);
  }

  /** Imports all examples or, when one of them is refused, none. */
  addExamples(topicId: string, examples: readonly ExampleInput[]): Promise<ImportReportBody> {
    const lines = examples.map((example) => `${JSON.stringify(example)}\n`).join('');
    return this.call('POST', `/v1/topics/${topicId}/examples/bulk?atomic=true`, lines, 'application/x-ndjson').then(
      parse<ImportReportBody>,
    );
  }

  expandKeywords(topicId: string): Promise<JobBody> {
    return this.json('POST', `/v1/topics/${topicId}/keyword-expansions`, {});
  }

  job(id: string): Promise<JobBody> {
    return this.json('GET', `/v1/jobs/${id}`);
  }

  /** @param kind by the examples there are unless given */
  trainModel(topicId: string, kind?: string): Promise<ModelBody> {
    return this.json('POST', `/v1/topics/${topicId}/models`, { kind });
  }

  model(id: string): Promise<ModelBody> {
    return this.json('GET', `/v1/models/${id}`);
  }

  createSession(topicId: string, input: SessionInput): Promise<SessionBody> {
    return this.json('POST', `/v1/topics/${topicId}/sessions`, input);
  }

  session(id: string): Promise<SessionBody> {
    return this.json('GET', `/v1/sessions/${id}`);
  }

  stopSession(id: string): Promise<SessionBody> {
    return this.json('POST', `/v1/sessions/${id}/stop`);
  }

  why(sessionId: string, step: number): Promise<WhyBody> {
    return this.json('GET', `/v1/sessions/${sessionId}/pages/${step}/why`);
  }

  /** The first of the session's seeds, as many as one call gives, with what became of them. */
  async seedOutcomes(sessionId: string): Promise<readonly SeedOutcomeBody[]> {
    return (await this.json<{ items: SeedOutcomeBody[] }>('GET', `/v1/sessions/${sessionId}/seed-outcomes?first=200`))
      .items;
  }

  /** How the session fetched and read its pages. */
  report(sessionId: string): Promise<ReportBody> {
    return this.json('GET', `/v1/sessions/${sessionId}/report`);
  }

  /** All that the session fetched, as gzipped WARC. */
  async exportArchive(sessionId: string): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.call(
      'GET',
      `/v1/sessions/${sessionId}/export.warc.gz`,
      undefined,
      undefined,
      EXPORT_TIMEOUT_MS,
    );
    if (response.body === null) throw new ServiceError('the archive came without content', response.status, '');
    return response.body;
  }

  /** Lines of the page export, one JSON object each, as they arrive. */
  async *exportPages(sessionId: string, relevantOnly: boolean): AsyncGenerator<string> {
    const filter = relevantOnly ? '&relevant=true' : '';
    const response = await this.call(
      'GET',
      `/v1/sessions/${sessionId}/pages/export?format=jsonl${filter}`,
      undefined,
      undefined,
      EXPORT_TIMEOUT_MS,
    );
    if (response.body === null) return;
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
    if (rest !== '') yield rest;
  }

  /** Data of a GraphQL query. */
  async graphql<T>(query: string, variables: Readonly<Record<string, unknown>>): Promise<T> {
    const answer = await this.json<{ data?: T; errors?: { message: string; extensions?: { code?: string } }[] }>(
      'POST',
      '/graphql',
      { query, variables },
    );
    const error = answer.errors?.[0];
    if (error !== undefined) throw new ServiceError(`GraphQL: ${error.message}`, 200, error.extensions?.code ?? '');
    return answer.data as T;
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return parse<T>(
      await this.call(method, path, body === undefined ? undefined : JSON.stringify(body), 'application/json'),
    );
  }

  private async call(
    method: string,
    path: string,
    body?: string,
    type?: string,
    timeoutMs = CALL_TIMEOUT_MS,
  ): Promise<Response> {
    const headers: Record<string, string> = {
      accept: 'application/json, application/x-ndjson, application/gzip, application/problem+json',
    };
    if (body !== undefined && type !== undefined) headers['content-type'] = type;
    if (this.apiKey !== undefined) headers['authorization'] = `Bearer ${this.apiKey}`;
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${this.url}${path}`, { method, headers, body, signal }).catch((error: unknown) => {
      throw new ServiceError(`${method} ${path}: ${reasonOf(error)}`, 0, '');
    });
    if (!response.ok) throw await refusal(method, path, response);
    return response;
  }
}

const parse = async <T>(response: Response): Promise<T> => (await response.json()) as T;

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** RFC 9457 problem details as one line. */
async function refusal(method: string, path: string, response: Response): Promise<ServiceError> {
  const text = await response.text().catch(() => '');
  let problem: { detail?: unknown; title?: unknown; code?: unknown; field?: unknown; allowed?: unknown } = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) problem = parsed;
  } catch {
    problem = { detail: text.slice(0, 200) };
  }
  const said = [problem.detail, problem.title].find((part) => typeof part === 'string' && part !== '') as
    string | undefined;
  const field = typeof problem.field === 'string' ? ` (field ${problem.field})` : '';
  const allowed = typeof problem.allowed === 'string' ? `; allowed: ${problem.allowed}` : '';
  const code = typeof problem.code === 'string' ? problem.code : '';
  return new ServiceError(
    `${method} ${path}: ${said ?? response.statusText}${field}${allowed} [${response.status} ${code}]`.trim(),
    response.status,
    code,
  );
}
