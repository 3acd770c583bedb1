import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SearchEngine } from '../../src/engine/index.js';

/** Responds to a search; an engine that never ends the response hangs. */
export type SearxngAnswer = (query: URLSearchParams, response: ServerResponse) => void;

export interface TestSearxng {
  readonly url: string;
  /** Paths with queries of all requests so far. */
  readonly requests: string[];
  /** Changes the responses from now on. */
  answer(how: SearxngAnswer): void;
  close(): Promise<void>;
}

export interface TestResult {
  readonly url: string;
  readonly title?: string;
  readonly content?: string;
}

/** Responds as SearXNG does. */
export const finding =
  (results: readonly TestResult[]): SearxngAnswer =>
  (query, response) => {
    const body = {
      query: query.get('q'),
      number_of_results: results.length,
      results,
      answers: [],
      unresponsive_engines: [],
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
/** Responds with another engine's hits. */
export const searching =
  (engine: SearchEngine, resultsPerPage: number): SearxngAnswer =>
  (query, response) => {
    const request = { query: query.get('q') ?? '', page: Number(query.get('pageno')), limit: resultsPerPage };
    void engine.search(request, new AbortController().signal).then((answer) => {
      const hits = answer.kind === 'hits' ? answer.hits : [];
      finding(hits.map(({ url, title, snippet }) => ({ url, title, content: snippet })))(query, response);
    });
  };
export const sending =
  (body: string, status = 200): SearxngAnswer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

/** A substitute for a SearXNG instance on loopback, below a path as behind a proxy. */
export async function startSearxng(how: SearxngAnswer): Promise<TestSearxng> {
  let answer = how;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(new URL(request.url ?? '', 'http://searxng.invalid').searchParams, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/searx`,
    requests,
    answer: (other) => {
      answer = other;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
