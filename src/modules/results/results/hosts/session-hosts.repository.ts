import { Injectable } from '@nestjs/common';
import { DEFAULT_PACE_LIMITS } from '../../../../domain/politeness/index.js';
import { HOST_PATIENCE_MS } from '../../../../domain/session/index.js';
import type { KeysetRange } from '../../../../platform/api/index.js';
import {
  commonSession,
  countEach,
  parentIds,
  Prisma,
  readingWay,
  ReadingDatabase,
  type RowCount,
} from '../../../../platform/database/index.js';
import {
  MOST_CANDIDATES,
  SESSION_HOST_STATES,
  type SessionHostDto,
  type SessionHostState,
} from '../dto/session-host.dto.js';
import { grouped } from '../pages/pages.repository.js';

/** A stored host with its robots.txt. */
export interface SessionHostRow extends Omit<SessionHostDto, 'state' | 'crawlDelayMs'> {
  readonly rank: number;
  /** The beginning of a robots.txt that names a Crawl-delay. */
  readonly robots: string | null;
  readonly userAgent: string;
}

/** The position in a list of hosts, which are in order of state and name. */
export interface HostKeyset {
  readonly rank: number;
  readonly name: string;
}

/** Newest fetches with a long wait that are read, and most capped domains in the list. */
const MOST_WAITS = 5_000;
const MOST_CAPPED = 1_000;
/** Only the beginning of longer files is searched for a Crawl-delay. */
const ROBOTS_CHARS = 20_000;

/** Literal in the query, as the index requires; a test compares both. */
const LONG_WAIT_MS = Prisma.raw(String(HOST_PATIENCE_MS));

const rankOf = (state: SessionHostState): Prisma.Sql => Prisma.raw(String(SESSION_HOST_STATES.indexOf(state)));
/** Events with the counts of all hosts; the first ones name single hosts. */
const tallied = (kind: 'host-held' | 'host-given-up' | 'robots-refused'): Prisma.Sql =>
  Prisma.sql`SELECT e.details FROM session_events e WHERE e.session_id = k.key AND e.kind = ${kind} AND e.details ? 'host'`;
/** The possible names of this host's domain under any grouping by host names. */
const NAMES_OF_HOST = Prisma.sql`
  SELECT array_to_string(parts[i:], '.') FROM string_to_array(h.name, '.') AS parts, generate_series(1, cardinality(parts)) AS i`;

/**
 * The hosts `h` of a session `k`. Waits of fetches are in the step log; the other states of hosts are shared by all
 * sessions. The condition is that of the index `pages_host_wait_idx`.
 */
const HOSTS = Prisma.sql`
  (
    SELECT ${rankOf('robots-unreachable')} AS rank, w.name, w.until, w.message AS reason, w.domain_no, w.count FROM waits w WHERE w.outcome = 'robots-unreachable'
    UNION ALL
    SELECT CASE WHEN s.not_before > now() AND s.failures_in_row >= ${DEFAULT_PACE_LIMITS.failuresToOpen} THEN ${rankOf('circuit-open')}
      WHEN s.not_before > now() THEN ${rankOf('retry-after')} ELSE ${rankOf('delay')} END, w.name, w.until, w.message, w.domain_no, w.count
    FROM waits w LEFT JOIN host_states s ON s.host = w.name WHERE w.outcome <> 'robots-unreachable'
    UNION ALL
    SELECT ${rankOf('held')}, e.details ->> 'host', NULL, e.details ->> 'outcome', NULL, coalesce((e.details ->> 'inRow')::int, 0) FROM (${tallied('host-held')}) e
      WHERE (e.details ->> 'count')::int > coalesce((SELECT (f.details ->> 'count')::int FROM session_events f
        WHERE f.session_id = k.key AND f.kind = 'host-freed' AND f.details ->> 'host' = e.details ->> 'host'), 0)
    UNION ALL
    SELECT ${rankOf('given-up')}, e.details ->> 'host', NULL, e.details ->> 'outcome', NULL, coalesce((e.details ->> 'failures')::int, 0) FROM (${tallied('host-given-up')}) e
    UNION ALL
    (SELECT ${rankOf('domain-cap')}, d.name, NULL, NULL, d.domain_no, d.fetched FROM sessions s JOIN domains d ON d.session_id = s.id
      AND d.fetched >= CASE s.config #>> '{domainCap,kind}' WHEN 'fixed' THEN (s.config #>> '{domainCap,max}')::int WHEN 'adaptive' THEN (s.config #>> '{domainCap,start}')::int END
      WHERE s.id = k.key ORDER BY d.fetched DESC, d.domain_no DESC LIMIT ${MOST_CAPPED})
    UNION ALL
    SELECT ${rankOf('robots-denied')}, e.details ->> 'host', NULL, NULL, NULL, coalesce((e.details ->> 'count')::int, 1) FROM (${tallied('robots-refused')}) e
  )`;
/** Whether the answer of a fetch is why its host must wait: other answers do not slow a host down (`paceOfStatus`). */
const IS_CAUSE = Prisma.sql`(http_status IS NULL OR http_status IN (420, 429, 430) OR http_status BETWEEN 500 AND 599)`;
/** Hosts with waits. A host has one row here: the longest deferral. */
const waitsIn = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT ON (u.host) u.host AS name, u.domain_no, p.until, p.outcome, p.message, count(*) OVER (PARTITION BY u.host)::int AS count
  FROM (
    SELECT final_url_no, step, outcome, CASE WHEN ${IS_CAUSE} THEN coalesce(message, 'status ' || http_status) END AS message, fetched_at + host_wait_ms * interval '1 ms' AS until
    FROM pages WHERE session_id = ${session} AND host_wait_ms > ${LONG_WAIT_MS} AND fetched_at > now() - interval '1 day' ORDER BY fetched_at DESC, step DESC LIMIT ${MOST_WAITS}
  ) p
  CROSS JOIN LATERAL (SELECT host, domain_no FROM urls WHERE session_id = ${session} AND url_no = p.final_url_no LIMIT 1) u
  WHERE p.until > now() ORDER BY u.host, p.until DESC, p.step DESC`;
/** The remaining candidates of a host `h`: URLs that were selected, or reached by a redirect, are none. */
const candidatesIn = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM urls u WHERE u.session_id = ${session} AND u.host = h.name AND u.out_of_scope IS NULL
      AND (SELECT p.step FROM pages p WHERE p.session_id = ${session} AND p.url_no = u.url_no LIMIT 1) IS NULL
      AND (SELECT p.step FROM pages p WHERE p.session_id = ${session} AND p.final_url_no = u.url_no LIMIT 1) IS NULL
    LIMIT ${MOST_CANDIDATES}
  ) untried`;
const foundIn = (session: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`FROM (WITH waits AS (${waitsIn(session)}) SELECT * FROM ${HOSTS} all_hosts) h`;
const KEY = Prisma.sql`k.key`;

@Injectable()
export class SessionHostsRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** A part of the list of each session, in one query. */
  async list(
    sessionIds: readonly string[],
    { cursor, backward, limit }: KeysetRange<HostKeyset>,
  ): Promise<Map<string, SessionHostRow[]>> {
    const { past: beyond, order } = readingWay('asc', backward);
    const past =
      cursor === null
        ? Prisma.empty
        : Prisma.sql`WHERE (h.rank, h.name COLLATE "C") ${beyond} (${cursor.rank}::int, ${cursor.name}::text)`;
    const session = commonSession(sessionIds, KEY);
    const rows = await this.prisma.$queryRaw<(SessionHostRow & { key: string })[]>`
      SELECT k.key::text AS key, h.rank, h.name, h.until AS "waitingUntil", h.reason, d.domain_no AS "domainNo", d.name AS "domainName", h.count,
        CASE WHEN h.rank <> ${rankOf('domain-cap')} THEN (${candidatesIn(session)}) END AS candidates,
        nullif(s.delay_ms, 0) AS "adaptiveDelayMs", coalesce(s.failures_in_row, 0) AS "failuresInRow", r.body AS robots, o.config ->> 'userAgent' AS "userAgent"
      FROM ${parentIds(sessionIds)}
      JOIN sessions o ON o.id = k.key
      CROSS JOIN LATERAL (SELECT h.* ${foundIn(session)} ${past} ORDER BY h.rank ${order}, h.name COLLATE "C" ${order} LIMIT ${limit}) h
      LEFT JOIN host_states s ON s.host = h.name
      LEFT JOIN LATERAL (
        SELECT left(f.body, ${ROBOTS_CHARS}) AS body FROM robots_files f WHERE f.origin IN ('https://' || h.name, 'http://' || h.name) AND f.body ILIKE '%crawl-delay%' LIMIT 1
      ) r ON true
      LEFT JOIN LATERAL (
        SELECT n.domain_no, n.name FROM domains n WHERE n.session_id = k.key AND n.domain_no = h.domain_no
        UNION ALL
        (SELECT n.domain_no, n.name FROM domains n WHERE h.domain_no IS NULL AND n.session_id = k.key AND n.name = ANY(ARRAY(${NAMES_OF_HOST})) ORDER BY length(n.name) DESC LIMIT 1)
      ) d ON true
      ORDER BY key, h.rank ${order}, h.name COLLATE "C" ${order}`;
    return grouped(sessionIds, rows);
  }

  countOf(sessionIds: readonly string[]): Promise<Map<string, RowCount>> {
    return countEach(this.prisma, parentIds(sessionIds), foundIn(commonSession(sessionIds, KEY)));
  }
}
