import { usableHits, type SearchAnswer } from '../../domain/search/index.js';
import type { FoundSeed, SeedSource } from '../../domain/seeds/index.js';

/** What one source was asked, and what came of it. */
export interface SourceReport {
  readonly source: SeedSource;
  /** Searches made, pages read or sitemaps fetched. */
  readonly asked: number;
  readonly failed: number;
  /** URLs told, repeated ones counted once. */
  readonly found: number;
  /** Why it could not be asked, or the first failure; null when there was none. */
  readonly message: string | null;
}

export interface SourceFindings {
  readonly seeds: readonly FoundSeed[];
  readonly report: SourceReport;
}

/** An engine that failed so often in a row is away. */
const MAX_FAILURES = 3;

/** Asks an engine for pages of results, one after the other: engines behind a SearXNG refuse those who ask fast. */
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
  // The first pages of all queries before the second of any: should the engine give up, each word was asked for.
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
