import type { FoundSeed } from '../../../domain/seeds/index.js';
import { domainKey } from '../../../domain/url/index.js';
import type { Fetcher, FetchOutcome, FetchSettings, SitemapLink } from '../../../engine/index.js';
import { eachWithin } from '../topics/index.js';
import type { SourceReport } from './search-findings.js';

/** Most hosts whose sitemaps are read: those with the most relevant pages, at least two. */
const MAX_HOSTS = 8;
const MIN_PAGES = 2;
const BUDGET_MS = 60_000;
/** Most links read per host. */
const MAX_LINKS = 2_000;

/** Origins with the most relevant pages, e.g. `https://a.example`. */
export function originsToAsk(relevant: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const url of new Set(relevant)) {
    const { origin } = new URL(url);
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_PAGES)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_HOSTS)
    .map(([origin]) => origin);
}

interface SitemapFindings {
  readonly seeds: readonly FoundSeed[];
  readonly report: SourceReport;
}

/**
 * The pages in the sitemaps of these origins: at the usual address, or where robots.txt says. Of a sitemap index only
 * the first sitemap is read.
 */
export async function sitemapsOf(
  origins: readonly string[],
  fetcher: Fetcher,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<SitemapFindings> {
  const found = new Map<string, readonly SitemapLink[]>();
  let [asked, failed] = [0, 0];
  let message: string | null = null;
  await eachWithin(origins, BUDGET_MS, signal, async (origin, until) => {
    const home = `${origin}/`;
    const read = async (url: string): Promise<FetchOutcome> => {
      asked++;
      return fetcher.fetch({ url, settings, as: 'sitemap', namedBy: home }, until);
    };
    const usual = `${origin}/sitemap.xml`;
    let url = usual;
    let outcome = await read(url);
    if (outcome.kind !== 'sitemap') {
      // Its robots.txt may name another one, which comes with a page.
      const page = await fetcher.fetch({ url: home, settings: { ...settings, sitemaps: true } }, until);
      const named = page.kind === 'page' ? page.sitemaps?.find((other) => other !== usual) : undefined;
      if (named !== undefined) outcome = await read((url = named));
    }
    const nested = outcome.kind === 'sitemap' && outcome.links.length === 0 ? outcome.sitemaps?.[0] : undefined;
    if (nested !== undefined) outcome = await read((url = nested));
    if (outcome.kind === 'sitemap') {
      found.set(origin, outcome.links.slice(0, MAX_LINKS));
      return;
    }
    failed++;
    message ??= `${url}: ${('message' in outcome ? outcome.message : undefined) ?? outcome.kind}`;
  });
  const seeds = origins.flatMap((origin) =>
    (found.get(origin) ?? [])
      // A sitemap is only valid for its own site (sitemaps.org, "Sitemaps & Cross Submits").
      .filter(({ url }) => domainKey(url, 'host') === domainKey(`${origin}/`, 'host'))
      .map(({ url, title }): FoundSeed => {
        const by = domainKey(url, 'host');
        return { url, title, snippet: '', findings: [{ source: 'sitemap', by }] };
      }),
  );
  return { seeds, report: { source: 'sitemap', asked, failed, found: seeds.length, message } };
}
