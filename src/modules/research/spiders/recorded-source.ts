import { parsePage } from '../../../domain/page/index.js';
import { type SpiderLink } from '../../../domain/spiders/index.js';
import { type FetchSettings, Pace, PLAIN_FETCH } from '../../../engine/index.js';
import { createRecordedFetcher, type RecordedWeb } from '../recorded-web/index.js';
import type { OpenWeb } from '../web-library/index.js';
import type { WebSource } from './spider.js';
import type { SourcePage, TrainingSource } from './training-source.js';

const SETTINGS: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'Gleaner',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 5_000_000,
  maxRedirects: 10,
};
const PAGES_AT_ONCE = 20;
const NO_TEXT = { title: '', headings: [], text: '', mainText: '', links: [] };

/**
 * The pages of a recorded web, read like in a crawl. Omits links to unrecorded pages or outside of the domains. A
 * labelled document that is not a page, such as a paper in PostScript, counts as a page without words.
 */
export class RecordedSource implements TrainingSource {
  private readonly urls: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly redirects: ReadonlyMap<string, string>;

  private constructor(
    private readonly open: OpenWeb,
    private readonly wanted: ReadonlySet<string>,
    /**
     * If not all pages can be read, evenly spaced ones instead of the first ones: for trainees that do not need the
     * links between pages.
     */
    private readonly spread: boolean,
    private readonly pace: Pace,
    { urls, redirects }: Addresses,
  ) {
    this.urls = urls;
    this.numbers = new Map(urls.map((url, i) => [url, i]));
    this.redirects = redirects;
  }

  static async of(
    open: OpenWeb,
    { labels, domains }: WebSource,
    spread: boolean,
    signal: AbortSignal,
  ): Promise<RecordedSource> {
    const pace = new Pace(signal);
    return new RecordedSource(open, new Set(labels), spread, pace, await addressesOf(open.web, domains, pace));
  }

  get size(): number {
    return this.urls.length;
  }

  async *pages(limit: number): AsyncGenerator<readonly SourcePage[]> {
    const step = this.spread ? Math.max(1, this.size / Math.max(1, limit)) : 1;
    let batch: SourcePage[] = [];
    for (let taken = 0, at = 0; taken < limit && at < this.size; at = this.spread ? Math.floor(taken * step) : at + 1) {
      if (this.pace.isDue) await this.pace.rest();
      const page = await this.page(at);
      // With spacing, unreadable ones count too, or the last pages would never be reached.
      if (page !== null || this.spread) taken++;
      if (page !== null) batch.push(page);
      if (batch.length < PAGES_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  private async page(at: number): Promise<SourcePage | null> {
    const url = this.urls[at];
    const labels = this.open.labels.get(url);
    const relevant = labels !== undefined && [...labels].some((label) => this.wanted.has(label));
    const fetcher = createRecordedFetcher(this.open.web);
    const outcome = await fetcher.fetch({ url, settings: SETTINGS }, never);
    if (outcome.kind !== 'page') return labels === undefined ? null : { ...NO_TEXT, urlNos: [at], relevant };
    const { title, headings, text, mainText, links, nofollow } = parsePage(
      outcome.html,
      outcome.finalUrl,
      undefined,
      outcome,
    );
    return { urlNos: [at], relevant, title, headings, text, mainText, links: nofollow ? [] : this.known(links) };
  }

  private known(links: ReturnType<typeof parsePage>['links']): SpiderLink[] {
    return links.flatMap(({ url, anchor, before, after, nofollow }) => {
      const urlNo = nofollow ? undefined : this.numbers.get(this.resolved(url));
      return urlNo === undefined ? [] : [{ url, anchor, before, after, urlNo }];
    });
  }

  private resolved(url: string): string {
    let at = url;
    for (let i = 0; i < SETTINGS.maxRedirects; i++) {
      const to = this.redirects.get(at);
      if (to === undefined) return at;
      at = to;
    }
    return at;
  }
}

const never = new AbortController().signal;

interface Addresses {
  /** Canonical addresses of all responses that are not redirects. */
  readonly urls: string[];
  readonly redirects: Map<string, string>;
}

async function addressesOf(web: RecordedWeb, domains: readonly string[], pace: Pace): Promise<Addresses> {
  const isInside = (url: string): boolean => {
    const host = new URL(url).hostname;
    return domains.length === 0 || domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  };
  const urls: string[] = [];
  const redirects = new Map<string, string>();
  for (const { url, redirectsTo, status } of web.responses()) {
    if (pace.isDue) await pace.rest();
    if (!isInside(url)) continue;
    if (redirectsTo !== null) redirects.set(url, redirectsTo);
    else if (status === 200) urls.push(url);
  }
  return { urls, redirects };
}
