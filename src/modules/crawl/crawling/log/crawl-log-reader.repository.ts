import { SEARCH_ENDS } from '../../../../domain/fetching/index.js';
import { NO_TAG_PATH } from '../../../../domain/frontier/frontier-view.js';
import type { PageLink } from '../../../../domain/page/index.js';
import { NO_URL, type EarlierVisit } from '../../../../domain/session/index.js';
import type {
  CollectedPage,
  InFlightStep,
  LogContents,
  LoggedChoice,
  LoggedStep,
  StoredCrawl,
} from '../../../../engine/index.js';
import {
  linkedUrls,
  linksOfRow,
  PACKED_LINKS,
  type StoredLink,
  type PackedLinksRow,
} from '../../../base/page-links/index.js';
import { listCheckpoints, listLearnt, readCheckpoint, readLearnt, type LogDatabase } from './checkpoints.sql.js';
import { LINKS_LOG_COLUMNS, PAGE_LOG_COLUMNS, toLoggedStep, type PageLogRow } from './crawl-log.mapper.js';
import { MODEL_SWITCHED, POLICY_RELEARNT } from '../crawl-session.js';
import { type PageParts, readCollectedPage, readEarlierVisit, readUrlsWithoutPage, visitKey } from './visit-log.sql.js';
import type { WholeTexts } from './whole-texts.js';

/** Steps per query with the texts of their pages: some MB. */
const WHOLE_STEPS = 100;
/** Steps per query without texts. */
const LEAN_STEPS = 500;
/** Links per query, unless a single page has more: some MB. */
const LINKS_AT_ONCE = 10_000;
/** Choices per query. */
const CHOICES_AT_ONCE = 5_000;

/**
 * The URL of a number, looked up per row. With a join the database would sometimes read all URLs for each batch,
 * because its statistics lag behind a fast crawl.
 */
const urlOf = (column: string): string =>
  `(SELECT u.url FROM urls u WHERE u.session_id = p.session_id AND u.url_no = p.${column})`;

interface SessionLogRow {
  completed: number;
  active_ms: string;
  in_flight: InFlightStep[];
  seeded: boolean;
  relearnt: number;
}

/** The reading half of `CrawlStore`: the queries on a session's log for a restart and for choosing the next URL. */
export class CrawlLogReader {
  constructor(
    private readonly database: LogDatabase,
    private readonly sessionId: string,
    private readonly wholeTexts: WholeTexts,
  ) {}

  /** Tag paths of this session read so far. */
  private readonly tagPaths = new Map([[NO_TAG_PATH, '']]);
  /** Read when a URL is first looked up. */
  private withoutPage: ReadonlySet<string> | null = null;

  async load(): Promise<StoredCrawl> {
    const id = this.sessionId;
    const {
      rows: [session],
    } = await this.database.query<SessionLogRow>(
      `SELECT completed, active_ms, in_flight, EXISTS (SELECT FROM urls WHERE session_id = $1) AS seeded,
         coalesce((SELECT max(completed) FROM session_events WHERE session_id = $1 AND kind = ANY($2)), 0) AS relearnt
       FROM sessions WHERE id = $1`,
      [id, [MODEL_SWITCHED, POLICY_RELEARNT]],
    );
    return {
      checkpoints: await listCheckpoints(this.database, id),
      learnt: await listLearnt(this.database, id),
      completed: session.completed,
      relearnt: session.relearnt,
      seeded: session.seeded,
      inFlight: session.in_flight,
      activeMs: Number(session.active_ms),
    };
  }

  checkpoint(completed: number): Promise<Uint8Array> {
    return readCheckpoint(this.database, this.sessionId, completed);
  }

  learnt(completed: number): Promise<Uint8Array | null> {
    return readLearnt(this.database, this.sessionId, completed);
  }

  choices(fromStep: number): AsyncIterable<readonly LoggedChoice[]> {
    let from = fromStep;
    return readAhead(async () => {
      const { rows } = await this.database.query<LoggedChoice>(
        `SELECT seq, step, chosen_after AS "chosenAfter", CASE WHEN outcome = ANY($4) THEN ${NO_URL} ELSE url_no END AS "urlNo", source, choice,
           CASE WHEN outcome = ANY($4) THEN ${urlOf('url_no')} END AS search
         FROM pages p WHERE session_id = $1 AND step >= $2 ORDER BY step LIMIT $3`,
        [this.sessionId, from, CHOICES_AT_ONCE, SEARCH_ENDS],
      );
      from = (rows.at(-1)?.step ?? from) + 1;
      return rows.length > 0 ? rows : null;
    });
  }

  async *steps(fromSeq: number, contents: LogContents = 'whole'): AsyncIterable<LoggedStep> {
    let from = fromSeq;
    const pages = readAhead(async () => {
      const rows = await this.pagesFrom(from, contents);
      from += rows.length;
      return rows.length > 0 ? rows : null;
    });
    // Pages are read a batch ahead of links, and links a batch ahead of their use: the database works while the steps
    // are applied.
    for await (const { rows, links } of readAhead(this.withLinks(pages))) {
      for (const row of rows) yield toLoggedStep(row, links.get(row.step) ?? []);
    }
  }

  async urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { rows } = await this.database.query<{ url_no: number; url: string }>(
      `SELECT url_no, url FROM urls WHERE session_id = $1 AND url_no = ANY($2::int[])`,
      [this.sessionId, urlNos],
    );
    return new Map(rows.map((row) => [row.url_no, row.url]));
  }

  earlierVisit(url: string, own = false): Promise<EarlierVisit | null> {
    return readEarlierVisit(this.database, this.sessionId, url, own, this.parts);
  }

  collectedPage(url: string, days: number): Promise<CollectedPage | null> {
    return readCollectedPage(this.database, this.sessionId, url, days, this.parts);
  }

  async hadNoPage(url: string, days: number): Promise<boolean> {
    this.withoutPage ??= await readUrlsWithoutPage(this.database, this.sessionId, days);
    return this.withoutPage.has(visitKey(url));
  }

  private get parts(): PageParts {
    return {
      links: (session, step) => this.linksOf([step], session).then((links) => links.get(step) ?? []),
      texts: this.wholeTexts,
    };
  }

  private async pagesFrom(seq: number, contents: LogContents): Promise<PageLogRow[]> {
    const { rows } = await this.database.query<PageLogRow>(
      `SELECT ${contents === 'whole' ? PAGE_LOG_COLUMNS : LINKS_LOG_COLUMNS}, ${urlOf('final_url_no')} AS final_url
         FROM pages p
        WHERE p.session_id = $1 AND p.seq >= $2 AND p.seq < $3 ORDER BY p.seq`,
      [this.sessionId, seq, seq + (contents === 'whole' ? WHOLE_STEPS : LEAN_STEPS)],
    );
    return this.wholeTexts(this.sessionId, rows);
  }

  /** Groups of steps with their links, of a size that keeps each query small. */
  private withLinks(
    pages: AsyncIterable<readonly PageLogRow[]>,
  ): () => Promise<{ rows: PageLogRow[]; links: Map<number, PageLink[]> } | null> {
    const source = pages[Symbol.asyncIterator]();
    let waiting: PageLogRow[] = [];
    return async () => {
      if (waiting.length === 0) {
        const next = await source.next();
        if (next.done === true) return null;
        waiting = [...next.value];
      }
      let links = waiting[0].link_count;
      let count = 1;
      while (count < waiting.length && links + waiting[count].link_count <= LINKS_AT_ONCE)
        links += waiting[count++].link_count;
      const rows = waiting.splice(0, count);
      return { rows, links: await this.linksOf(rows.map((row) => row.step)) };
    };
  }

  /** Links by page. */
  private async linksOf(steps: readonly number[], sessionId = this.sessionId): Promise<Map<number, PageLink[]>> {
    const { rows } = await this.database.query<PackedLinksRow>(
      `SELECT ${PACKED_LINKS} FROM page_links l WHERE l.session_id = $1 AND l.source = ANY($2::int[])`,
      [sessionId, steps],
    );
    const pages = rows.map(linksOfRow);
    const urls = await linkedUrls(
      async ({ text, values }) => (await this.database.query<{ names: string[] | null }>(text, values)).rows,
      sessionId,
      pages,
    );
    const paths = await this.tagPathsOf(sessionId, pages);
    return new Map(
      rows.map(({ source }, i) => [
        source,
        // Written out: a spread takes several times as long.
        pages[i].map((link): PageLink => ({
          url: urls.get(link.urlNo) ?? '',
          anchor: link.anchor,
          before: link.before,
          after: link.after,
          heading: link.heading,
          place: link.place,
          tagPath: paths.get(link.tagPathNo) ?? '',
          nofollow: link.nofollow,
          position: link.position,
        })),
      ]),
    );
  }

  /** The tag paths named by links. They are cached, because a session's pages share them. */
  private async tagPathsOf(
    sessionId: string,
    pages: readonly (readonly StoredLink[])[],
  ): Promise<ReadonlyMap<number, string>> {
    const known = sessionId === this.sessionId ? this.tagPaths : new Map([[NO_TAG_PATH, '']]);
    const missing = new Set<number>();
    for (const links of pages) for (const { tagPathNo } of links) if (!known.has(tagPathNo)) missing.add(tagPathNo);
    if (missing.size === 0) return known;
    const found = await this.database.query<{ tag_path_no: number; path: string }>(
      'SELECT tag_path_no, path FROM tag_paths WHERE session_id = $1 AND tag_path_no = ANY($2::int[])',
      [sessionId, [...missing]],
    );
    for (const { tag_path_no, path } of found.rows) known.set(tag_path_no, path);
    return known;
  }
}

/**
 * Yields the results of `next` until null, prefetching one: the next is loading while the current one is in use. Throws
 * the error of `next`.
 */
async function* readAhead<T>(next: () => Promise<T | null>): AsyncGenerator<T, void, undefined> {
  const start = (): Promise<T | null> => {
    const coming = next();
    // Awaited in its turn; if the reader stops early, its failure is ignored.
    coming.catch(() => undefined);
    return coming;
  };
  let coming = start();
  for (;;) {
    const item = await coming;
    if (item === null) return;
    coming = start();
    yield item;
  }
}
