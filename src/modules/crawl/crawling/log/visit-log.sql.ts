import type pg from 'pg';
import type { CollectedPage } from '../../../../engine/index.js';
import type { PageLink } from '../../../../domain/page/index.js';
import type { EarlierVisit, StepSummary } from '../../../../domain/session/index.js';
import { hashUrl, signedDecimal } from '../../../../domain/url/index.js';
import type { LogDatabase } from './checkpoints.sql.js';
import { hexOfSigned, PAGE_LOG_COLUMNS, pageOfRow, signedOfHex, type PageLogRow } from './crawl-log.mapper.js';
import { storable } from '../../../base/page-links/index.js';
import type { WholeTexts } from './whole-texts.js';

/** Parts of an earlier page that are not in its row. */
export interface PageParts {
  readonly links: (sessionId: string, step: number) => Promise<readonly PageLink[]>;
  readonly texts: WholeTexts;
}

/** The key of a URL in `visits`. */
export const visitKey = (url: string): string => signedDecimal(hashUrl(url));

interface VisitRow extends PageLogRow {
  visit_session: string;
  visit_step: number;
  visit_hash: string | null;
  etag: string | null;
  last_modified: string | null;
}

/**
 * The topic's last visit of a URL, with the page as it was then; null if there is none or its session is gone.
 *
 * @param own whether visits of this session count too
 */
export async function readEarlierVisit(
  pool: LogDatabase,
  sessionId: string,
  url: string,
  own: boolean,
  parts: PageParts,
): Promise<EarlierVisit | null> {
  const {
    rows: [row],
  } = await pool.query<VisitRow>(
    `SELECT ${PAGE_LOG_COLUMNS}, v.session_id AS visit_session, v.step AS visit_step, v.content_hash AS visit_hash, v.etag, v.last_modified
       FROM visits v JOIN pages p ON p.session_id = v.session_id AND p.step = v.step
      WHERE v.topic_id = (SELECT topic_id FROM sessions WHERE id = $1) AND v.url_hash = $2 AND v.url = $3 AND ($4 OR v.session_id <> $1) AND v.change <> 'gone'
      ORDER BY v.fetched_at DESC LIMIT 1`,
    [sessionId, visitKey(url), url, own],
  );
  if (!row) return null;
  const links = await parts.links(row.visit_session, row.visit_step);
  const [whole] = await parts.texts(row.visit_session, [row]);
  return {
    contentHash: row.visit_hash === null ? null : hexOfSigned(row.visit_hash),
    etag: row.etag,
    lastModified: row.last_modified,
    page: pageOfRow(whole, links),
    links,
  };
}

/**
 * A page of the topic's collection that another session fetched within the given number of days; null if there is none.
 */
export async function readCollectedPage(
  pool: LogDatabase,
  sessionId: string,
  url: string,
  days: number,
  parts: PageParts,
): Promise<CollectedPage | null> {
  const {
    rows: [place],
  } = await pool.query<{ session_id: string; step: number }>(
    `SELECT c.session_id, c.step FROM collection_pages c
      WHERE c.topic_id = (SELECT topic_id FROM sessions WHERE id = $1) AND c.url_key = md5($2)::uuid AND c.url = $2
        AND c.last_seen_at >= now() - $3::int * interval '1 day' AND c.gone_at IS NULL AND c.session_id <> $1`,
    [sessionId, storable(url), days],
  );
  if (!place) return null;
  return {
    content: async () => {
      const {
        rows: [row],
      } = await pool.query<PageLogRow>(
        `SELECT ${PAGE_LOG_COLUMNS} FROM pages p WHERE p.session_id = $1 AND p.step = $2 AND p.outcome = 'page'`,
        [place.session_id, place.step],
      );
      if (!row) return null;
      const links = await parts.links(place.session_id, place.step);
      const [whole] = await parts.texts(place.session_id, [row]);
      const contentHash = row.content_hash === null ? null : hexOfSigned(row.content_hash);
      return { contentHash, etag: null, lastModified: null, page: pageOfRow(whole, links), links };
    },
  };
}

/** Some 100 bytes each. */
const MOST_WITHOUT_PAGE = 50_000;

/**
 * Keys of the URLs at which other sessions of the topic found that there is no page, or content of a type that this
 * session does not take either, within the given number of days: the newest, of a long list. A page that was refused
 * (401, 403) is not among them: it may open.
 */
export async function readUrlsWithoutPage(
  pool: LogDatabase,
  sessionId: string,
  days: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ url: string }>(
    `SELECT u.url
       FROM (SELECT p.session_id, p.url_no
               FROM sessions own JOIN sessions s ON s.topic_id = own.topic_id AND s.id <> own.id
               JOIN pages p ON p.session_id = s.id AND p.outcome IN ('http-error', 'soft-404', 'not-html')
              WHERE own.id = $1
                AND CASE p.outcome
                      WHEN 'soft-404' THEN true
                      WHEN 'http-error' THEN p.http_status IN (404, 410)
                      ELSE s.config -> 'contentTypes' @> (own.config -> 'contentTypes')
                    END
                AND p.fetched_at >= now() - $2::int * interval '1 day'
              ORDER BY p.fetched_at DESC LIMIT $3) d
       JOIN urls u ON u.session_id = d.session_id AND u.url_no = d.url_no`,
    [sessionId, days, MOST_WITHOUT_PAGE],
  );
  return new Set(rows.map(({ url }) => visitKey(url)));
}

export async function writeVisits(
  client: pg.PoolClient,
  sessionId: string,
  steps: readonly StepSummary[],
): Promise<void> {
  const visits = steps.filter(
    ({ facts, outcome }) => facts.change !== null && (outcome === 'page' || facts.change === 'gone'),
  );
  if (visits.length === 0) return;
  await client.query(
    `INSERT INTO visits (topic_id, session_id, url_hash, url, fetched_at, step, change, http_status, content_hash, etag, last_modified)
     SELECT s.topic_id, s.id, x.* FROM sessions s,
       unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[], $8::bigint[], $9::text[], $10::text[]) AS x
      WHERE s.id = $1`,
    [
      sessionId,
      visits.map((v) => visitKey(v.facts.finalUrl)),
      visits.map((v) => storable(v.facts.finalUrl)),
      visits.map((v) => new Date(v.facts.fetchedAt)),
      visits.map((v) => v.plan.step),
      visits.map((v) => v.facts.change),
      visits.map((v) => v.facts.httpStatus),
      visits.map((v) => (v.facts.contentHash === null ? null : signedOfHex(v.facts.contentHash))),
      visits.map((v) => (v.facts.etag === null ? null : storable(v.facts.etag))),
      visits.map((v) => (v.facts.lastModified === null ? null : storable(v.facts.lastModified))),
    ],
  );
}

/** Stores the thumbnails of relevant pages. */
export async function writeScreenshots(
  client: pg.PoolClient,
  sessionId: string,
  steps: readonly StepSummary[],
): Promise<void> {
  const shown = steps.flatMap(({ plan, facts, relevant }) =>
    relevant && facts.screenshot !== null ? [{ step: plan.step, data: Buffer.from(facts.screenshot) }] : [],
  );
  if (shown.length === 0) return;
  await client.query(
    'INSERT INTO screenshots (session_id, step, data) SELECT $1, * FROM unnest($2::int[], $3::bytea[])',
    [sessionId, shown.map(({ step }) => step), shown.map(({ data }) => data)],
  );
}
