import { usableHits, type SearchAnswer } from '../../../domain/search/index.js';
import type { FoundSeed, SeedSource } from '../../../domain/seeds/index.js';

/** The result of one source. */
export interface SourceReport {
  readonly source: SeedSource;
  /** Searches made, pages read or sitemaps fetched. */
  readonly asked: number;
  readonly failed: number;
  /** Number of distinct URLs. */
  readonly found: number;
  /** Why it could not be queried, or the first failure; null if there was none. */
  readonly message: string | null;
}

export interface SourceFindings {
  readonly seeds: readonly FoundSeed[];
  readonly report: SourceReport;
}

/** Consecutive failures after which an engine counts as unavailable. */
const MAX_FAILURES = 3;

/** Requests pages of results sequentially: engines behind a SearXNG refuse fast clients. */
export async function searchFor(
  queries: readonly string[],
  pages: number,
  hitsPerPage: number,
  search: (query: string, page: number) => Promise<SearchAnswer>,
  signal: AbortSignal,
): Promise<SourceFindings> {
  const seeds: FoundSeed[] = [];
  let [asked, failed, inRow] = [0, 0, 0];
  let message: string | null = null;
  // The first pages of all queries come before the second of any, so that every word was tried if the engine fails.
  for (const [page, query] of Array.from({ length: pages }, (_, i) =>
    queries.map((one) => [i + 1, one] as const),
  ).flat()) {
    if (signal.aborted || inRow >= MAX_FAILURES) break;
    asked++;
    const answer = await search(query, page);
    if (answer.kind === 'failed') {
      failed++;
      inRow++;
      message ??= answer.message;
      continue;
    }
    inRow = 0;
    for (const { url, title, snippet } of usableHits(answer.hits, hitsPerPage))
      seeds.push({ url, title, snippet, findings: [{ source: 'searxng', by: query }] });
  }
  const found = new Set(seeds.map(({ url }) => url)).size;
  return { seeds, report: { source: 'searxng', asked, failed, found, message } };
}
