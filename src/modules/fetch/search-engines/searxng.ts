import { z } from 'zod';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../../domain/search/index.js';
import type { SearchEngine } from '../../../engine/index.js';
import { decodeUtf8, type GuardedClient } from '../fetching/index.js';

/** SearXNG itself waits some seconds for its engines. */
const TIMEOUT_MS = 15_000;
/** A page of results has some 20 KB. */
const MAX_BYTES = 2_000_000;
/** Most results read. */
const MAX_RESULTS = 1_000;

const answerSchema = z.object({ results: z.array(z.unknown()) });
const resultSchema = z.object({
  url: z.string(),
  title: z.string().nullish(),
  content: z.string().nullish(),
});

const failed = (message: string): SearchAnswer => ({ kind: 'failed', message });

/** The URL of a page of results (SearXNG documentation, "Search API"). */
function searxngUrl(base: string, { query, page }: Pick<SearchRequest, 'query' | 'page'>): string {
  const url = new URL(base);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  const asked = new URL('search', url);
  asked.search = new URLSearchParams({ q: query, format: 'json', pageno: String(page) }).toString();
  return asked.href;
}

/** Reads a response. Omits unreadable results; a response without results is an empty one. */
function readSearxngAnswer(text: string, limit: number): SearchAnswer {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed('the answer is not JSON');
  }
  const answer = answerSchema.safeParse(json);
  if (!answer.success) return failed('the answer has no list of results');
  const hits = answer.data.results.slice(0, MAX_RESULTS).flatMap((result): SearchHit[] => {
    const { data } = resultSchema.safeParse(result);
    return data ? [{ url: data.url, title: data.title ?? '', snippet: data.content ?? '' }] : [];
  });
  return { kind: 'hits', hits: hits.slice(0, limit) };
}

/** A self-hosted SearXNG over its JSON API. Its `settings.yml` has to list `json` under `search.formats`. */
export class Searxng implements SearchEngine {
  /** @param base URL from the operator */
  constructor(
    private readonly client: Pick<GuardedClient, 'request'>,
    private readonly base: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
    const answer = await this.client.request({
      url: searxngUrl(this.base, request),
      headers: { accept: 'application/json' },
      timeoutMs: this.timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
    });
    if (answer.kind !== 'response') return failed(`SearXNG: ${answer.kind}: ${answer.message}`);
    if (answer.status === 403) return failed('SearXNG: HTTP 403: does its settings.yml allow the format json?');
    if (answer.status !== 200) return failed(`SearXNG: HTTP ${answer.status}`);
    if (answer.truncated) return failed('SearXNG: the answer is longer than any page of results');
    const read = readSearxngAnswer(decodeUtf8(answer.body), request.limit);
    return read.kind === 'failed' ? failed(`SearXNG: ${read.message}`) : read;
  }
}
