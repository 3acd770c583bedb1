import { Injectable } from '@nestjs/common';
import { DEFAULT_RATE, type KnownPage, type LookHistory } from '../../../domain/monitoring/index.js';
import type { CreatedPiece } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  ReadingDatabase,
  type RowCount,
} from '../../../platform/database/index.js';
import { MAX_REMEMBERED, MAX_TEXT_CHARS } from './monitor.js';
import type { WatchedRow } from './watched-page.js';

/** Longer URLs cannot be seeds of a session. */
export const MAX_URL_CHARS = 2_048;
/** Limit for stored titles. */
export const MAX_TITLE_CHARS = 300;
/** Most links stored per page. */
const LINKS_OF_PAGE = 200;
/** A link that failed this often, each time in another run, is dropped. */
const MOST_MISSES = 3;
/** Higher counts make no difference: pages reach `maxHours` long before. */
const MOST_FAILURES = 30;

/**
 * The main text of a page `p`, with one line per block if known. Only the beginning if it was moved to the store of
 * page texts.
 */
export const MAIN_TEXT = Prisma.sql`left(coalesce(p.main_text, (
  SELECT string_agg(substr(p.text, p.main_ranges[i], p.main_ranges[i + 1]), E'\n' ORDER BY i)
  FROM generate_series(1, cardinality(p.main_ranges), 2) AS i)), ${MAX_TEXT_CHARS})`;
/**
 * Whether a link `l` to the URL `t` may lead to a new page. Sessions of runs follow no links, so all links are beyond
 * their depth limit.
 */
export const NEAR_LINK = Prisma.sql`
  NOT l.nofollow AND (t.out_of_scope IS NULL OR t.out_of_scope LIKE 'maxDepth:%') AND t.url LIKE 'http%' AND length(t.url) <= ${MAX_URL_CHARS}`;

/** A URL known to a monitor. */
export interface KnownUrl {
  readonly url: string;
  readonly state: 'WATCHED' | 'GONE' | 'FRONTIER' | 'REJECTED';
  readonly title: string | null;
  readonly text: string | null;
  readonly probability: number | null;
  readonly misses: number;
  readonly looks: LookHistory;
  readonly rate: number;
  readonly lookedAt: Date | null;
}

/** The record of a watched page after a visit. */
interface LookedPage extends Pick<KnownUrl, 'url' | 'title' | 'text' | 'probability' | 'looks' | 'rate'> {
  readonly probeHours: number;
  readonly changed: boolean;
}

const of = (monitorId: string): Prisma.Sql =>
  Prisma.sql`p.monitor_id = ${monitorId}::uuid AND EXISTS (SELECT FROM monitors m WHERE m.id = p.monitor_id AND ${ofProject('m')})`;
const at = (monitorId: string, url: string): Prisma.Sql =>
  Prisma.sql`monitor_id = ${monitorId}::uuid AND url_key = md5(${url})::uuid`;

/** The URLs known to monitors: watched pages, and links near them. */
@Injectable()
export class MonitoredPagesRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly reading: ReadingDatabase,
  ) {}

  /** All watched pages, with the fields needed for scheduling. `learnt`: whether their rates come from visits. */
  watched(monitorId: string): Promise<(KnownPage & { readonly url: string; readonly learnt: boolean })[]> {
    return this.prisma.rows(Prisma.sql`
      SELECT p.url, p.rate, p.failures, p.probe_hours AS "probeHours", p.state = 'GONE' AS gone, cardinality(p.looks) > 0 AS learnt,
        greatest(0, extract(epoch FROM now() - p.looked_at) / 3600)::float8 AS hours,
        greatest(0, extract(epoch FROM now() - p.tried_at) / 3600)::float8 AS "triedHours"
      FROM monitor_pages p WHERE ${of(monitorId)} AND p.state IN ('WATCHED', 'GONE') ORDER BY p.looked_at, p.url_key`);
  }

  /** Unfetched links: those on the most relevant pages first, among these the most recently found; failed ones last. */
  async frontier(monitorId: string, most: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ url: string }[]>`
      SELECT p.url FROM monitor_pages p WHERE ${of(monitorId)} AND p.state = 'FRONTIER'
      ORDER BY p.misses, p.score DESC, p.created_at DESC, p.url_key LIMIT ${most}`;
    return rows.map(({ url }) => url);
  }

  /** The records of known URLs. */
  async known(db: DatabaseTransaction, monitorId: string, urls: readonly string[]): Promise<Map<string, KnownUrl>> {
    const rows = await db.$queryRaw<KnownUrl[]>`
      SELECT p.url, p.state, p.title, p.text, p.probability, p.misses, p.looks, p.rate, p.looked_at AS "lookedAt"
      FROM monitor_pages p WHERE p.monitor_id = ${monitorId}::uuid AND p.url_key IN (SELECT md5(u)::uuid FROM unnest(${[...urls]}::text[]) AS u)`;
    return new Map(rows.map((row) => [row.url, row]));
  }

  /** Records a visit that brought the page. */
  async looked(db: DatabaseTransaction, monitorId: string, page: LookedPage, lookedAt: Date): Promise<void> {
    const { url, title, text, probability, looks, rate, probeHours, changed } = page;
    await db.$executeRaw`
      UPDATE monitor_pages SET state = 'WATCHED', title = ${title}, text = ${text}, probability = ${probability}, misses = 0, failures = 0,
        looks = ${[...looks]}::real[], rate = ${rate}, probe_hours = ${probeHours}, looked_at = ${lookedAt}, tried_at = ${lookedAt},
        changed_at = CASE WHEN ${changed} THEN ${lookedAt}::timestamptz ELSE changed_at END
      WHERE ${at(monitorId, url)}`;
  }

  /**
   * Records a visit without a page. `gone`: the page is gone; `missed`: it could not be fetched; `unknown`: it was not
   * requested.
   */
  async notThere(
    db: DatabaseTransaction,
    monitorId: string,
    url: string,
    how: 'gone' | 'missed' | 'unknown',
    triedAt: Date,
  ): Promise<void> {
    await db.$executeRaw`
      UPDATE monitor_pages SET tried_at = ${triedAt}, failures = CASE WHEN ${how === 'gone'} THEN 0 ELSE least(failures + 1, ${MOST_FAILURES}) END, misses = least(misses + ${how === 'missed' ? 1 : 0}, 1000),
        state = CASE WHEN ${how === 'gone'} THEN 'GONE' ELSE state END,
        looked_at = CASE WHEN ${how === 'gone'} OR state = 'GONE' THEN ${triedAt}::timestamptz ELSE looked_at END,
        changed_at = CASE WHEN ${how === 'gone'} THEN ${triedAt}::timestamptz ELSE changed_at END
      WHERE ${at(monitorId, url)}`;
  }

  /** Starts watching a page. @returns false if the limit is reached */
  async add(
    db: DatabaseTransaction,
    monitorId: string,
    page: Pick<KnownUrl, 'url' | 'title' | 'text' | 'probability' | 'rate'>,
    { lookedAt, most }: { readonly lookedAt: Date; readonly most: number },
  ): Promise<boolean> {
    const { url, title, text, probability, rate } = page;
    const added = await db.$executeRaw`
      INSERT INTO monitor_pages (monitor_id, url_key, url, state, title, text, probability, rate, looked_at, tried_at)
      SELECT ${monitorId}::uuid, md5(${url})::uuid, ${url}, 'WATCHED', ${title}, ${text}, ${probability}::float8, ${rate}::float8, ${lookedAt}::timestamptz, ${lookedAt}::timestamptz
      WHERE (SELECT count(*) FROM monitor_pages WHERE monitor_id = ${monitorId}::uuid AND state IN ('WATCHED', 'GONE')) < ${most}
      ON CONFLICT (monitor_id, url_key) DO UPDATE SET state = 'WATCHED', title = excluded.title, text = excluded.text, probability = excluded.probability,
        looked_at = excluded.looked_at, tried_at = excluded.tried_at, misses = 0`;
    return added > 0;
  }

  /** A link to an irrelevant page: it is remembered, so that it is not fetched again. */
  async reject(db: DatabaseTransaction, monitorId: string, url: string): Promise<void> {
    await db.$executeRaw`
      INSERT INTO monitor_pages (monitor_id, url_key, url, state, rate) VALUES (${monitorId}::uuid, md5(${url})::uuid, ${url}, 'REJECTED', ${DEFAULT_RATE})
      ON CONFLICT (monitor_id, url_key) DO UPDATE SET state = 'REJECTED', text = NULL`;
  }

  /** A link that could not be fetched now. */
  async missLink(db: DatabaseTransaction, monitorId: string, url: string): Promise<void> {
    await db.$executeRaw`
      UPDATE monitor_pages SET tried_at = now(), misses = misses + 1, state = CASE WHEN misses + 1 >= ${MOST_MISSES} THEN 'REJECTED' ELSE state END
      WHERE ${at(monitorId, url)} AND state = 'FRONTIER'`;
  }

  /**
   * Records the seeds that an ended session never reached, because their host failed or the session was stopped.
   * Idempotent.
   */
  async notReached(db: DatabaseTransaction, monitorId: string, sessionId: string): Promise<void> {
    await db.$executeRaw`
      UPDATE monitor_pages p SET tried_at = now(), failures = least(p.failures + 1, ${MOST_FAILURES}),
        misses = p.misses + CASE WHEN p.state = 'FRONTIER' THEN 1 ELSE 0 END,
        state = CASE WHEN p.state = 'FRONTIER' AND p.misses + 1 >= ${MOST_MISSES} THEN 'REJECTED' ELSE p.state END
      FROM sessions s, unnest(s.seeds) AS seed
      WHERE s.id = ${sessionId}::uuid AND p.monitor_id = ${monitorId}::uuid AND p.url_key = md5(seed)::uuid AND p.state <> 'REJECTED'
        AND (p.tried_at IS NULL OR p.tried_at < s.created_at)`;
  }

  /** Stores the links of pages. Known ones may have a higher value now. */
  async addLinks(
    db: DatabaseTransaction,
    monitorId: string,
    sessionId: string,
    steps: readonly number[],
  ): Promise<void> {
    if (steps.length === 0) return;
    await db.$executeRaw`
      INSERT INTO monitor_pages AS m (monitor_id, url_key, url, state, rate, score)
      SELECT DISTINCT ON (t.url) ${monitorId}::uuid, md5(t.url)::uuid, t.url, 'FRONTIER', ${DEFAULT_RATE}::float8, p.probability
      FROM unnest(${[...steps]}::int[]) AS s(step)
        CROSS JOIN LATERAL (SELECT * FROM links WHERE session_id = ${sessionId}::uuid AND source = s.step ORDER BY position LIMIT ${LINKS_OF_PAGE}) l
        JOIN urls t ON t.session_id = l.session_id AND t.url_no = l.url_no JOIN pages p ON p.session_id = l.session_id AND p.step = l.source
      WHERE ${NEAR_LINK} ORDER BY t.url, p.probability DESC
      ON CONFLICT (monitor_id, url_key) DO UPDATE SET score = excluded.score WHERE m.state = 'FRONTIER' AND m.score < excluded.score`;
  }

  /** Deletes the oldest links above the limit. */
  async forgetLinks(db: DatabaseTransaction, monitorId: string): Promise<void> {
    await db.$executeRaw`
      DELETE FROM monitor_pages WHERE monitor_id = ${monitorId}::uuid AND url_key IN (
        SELECT url_key FROM monitor_pages WHERE monitor_id = ${monitorId}::uuid AND state IN ('FRONTIER', 'REJECTED')
        ORDER BY created_at DESC, url_key OFFSET ${MAX_REMEMBERED})`;
  }

  /** The watched pages, most recently found first. */
  list(monitorId: string, piece: CreatedPiece): Promise<WatchedRow[]> {
    const { past, order } = newestFirst('w', piece);
    return this.reading.$queryRaw<WatchedRow[]>`
      SELECT w.id, w.created_at AS "createdAt", w.url, w.state, w.title, w.probability, cardinality(w.looks) AS looks,
        (SELECT count(*)::int FROM unnest(w.looks) AS hours WHERE hours > 0) AS changes, w.rate, w.misses, w.looked_at AS "lookedAt", w.changed_at AS "changedAt"
      FROM (
        SELECT p.*, p.url_key AS id FROM monitor_pages p WHERE ${of(monitorId)} AND p.state IN ('WATCHED', 'GONE')
      ) w WHERE true ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(monitorId: string): Promise<RowCount> {
    return countRows(
      this.reading,
      Prisma.sql`FROM monitor_pages p WHERE ${of(monitorId)} AND p.state IN ('WATCHED', 'GONE')`,
    );
  }
}
