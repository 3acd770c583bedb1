import type {
  ExampleInput,
  ExperimentBody,
  ExperimentResultsBody,
  ImportReportBody,
  JobBody,
  JudgementBody,
  ModelBody,
  MonitoringBody,
  ReportBody,
  SeedOutcomeBody,
  SessionBody,
  SessionInput,
  SpiderBody,
  SpiderInput,
  TopicBody,
  TopicInput,
  WhatIfInput,
  WhyBody,
} from './service-bodies.js';

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

/** Every call is answered within milliseconds; past this the service hangs. */
const CALL_TIMEOUT_MS = 30_000;
const NO_CONTENT = 204;
/** An export streams for as long as it has rows. */
const EXPORT_TIMEOUT_MS = 600_000;

interface ListBody<T> {
  readonly items: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Both APIs of a running service. @throws ServiceError from every method */
export class ServiceClient {
  /** @param url without a slash at the end */
  constructor(
    readonly url: string,
    private readonly apiKey?: string,
    /** Id or name of the project that the calls are about, where the key does not say it. */
    private readonly project?: string,
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

  cancelJob(id: string): Promise<JobBody> {
    return this.json('POST', `/v1/jobs/${id}/cancel`);
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

  judgement(sessionId: string): Promise<JudgementBody> {
    return this.json('GET', `/v1/sessions/${sessionId}/judgement`);
  }

  monitoring(sessionId: string): Promise<MonitoringBody> {
    return this.json('GET', `/v1/sessions/${sessionId}/monitoring`);
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

  trainSpider(input: SpiderInput): Promise<SpiderBody> {
    return this.json('POST', '/v1/spiders', input);
  }

  spider(id: string): Promise<SpiderBody> {
    return this.json('GET', `/v1/spiders/${id}`);
  }

  /** All spiders as they are read, newest first. */
  spiders(): AsyncGenerator<SpiderBody> {
    return this.listed('/v1/spiders');
  }

  /** All rows of a list, piece by piece. @param path without a query */
  async *listed<T>(path: string): AsyncGenerator<T> {
    for (let after = ''; ;) {
      const { items, pageInfo } = await this.json<ListBody<T>>('GET', `${path}?first=50${after}`);
      yield* items;
      if (!pageInfo.hasNextPage) return;
      after = `&after=${encodeURIComponent(pageInfo.endCursor ?? '')}`;
    }
  }

  /** Policies compared on the pages of an ended session. */
  whatIf(sessionId: string, input: WhatIfInput): Promise<ExperimentBody> {
    return this.json('POST', `/v1/sessions/${sessionId}/what-if`, input);
  }

  experiment(id: string): Promise<ExperimentBody> {
    return this.json('GET', `/v1/experiments/${id}`);
  }

  cancelExperiment(id: string): Promise<ExperimentBody> {
    return this.json('POST', `/v1/experiments/${id}/cancel`);
  }

  experimentResults(id: string): Promise<ExperimentResultsBody> {
    return this.json('GET', `/v1/experiments/${id}/results`);
  }

  /** The results as a file. */
  async experimentFile(id: string, name: 'report.html' | 'runs.csv'): Promise<string> {
    return (await this.call('GET', `/v1/experiments/${id}/${name}`)).text();
  }

  async deleteSpider(id: string): Promise<void> {
    await this.call('DELETE', `/v1/spiders/${id}`);
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

  /** A call that has no method of its own here. @returns what was answered; undefined where that is nothing */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.call(method, path, text, 'application/json');
    return response.status === NO_CONTENT ? (undefined as T) : parse<T>(response);
  }

  private async call(
    method: string,
    path: string,
    body?: string,
    type?: string,
    timeoutMs = CALL_TIMEOUT_MS,
  ): Promise<Response> {
    const headers: Record<string, string> = {
      accept: 'application/json, application/x-ndjson, application/gzip, text/html, text/csv, application/problem+json',
    };
    if (body !== undefined && type !== undefined) headers['content-type'] = type;
    if (this.apiKey !== undefined) headers['authorization'] = `Bearer ${this.apiKey}`;
    if (this.project !== undefined) headers['gleaner-project'] = this.project;
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
