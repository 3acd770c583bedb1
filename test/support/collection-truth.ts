import type pg from 'pg';

/** A collection in the database: its pages and domains as JSON, in a fixed order. */
export interface StandingCollection {
  readonly pages: unknown[];
  readonly domains: unknown[];
}

export async function standingCollection(db: pg.ClientBase, topicId: string): Promise<StandingCollection> {
  const all = async (table: string, key: string): Promise<unknown[]> =>
    (
      await db.query<{ row: unknown }>(
        `SELECT to_jsonb(c) AS row FROM ${table} c WHERE topic_id = $1 ORDER BY ${key}`,
        [topicId],
      )
    ).rows.map(({ row }) => row);
  return { pages: await all('collection_pages', 'url_key'), domains: await all('collection_domains', 'name') };
}

/**
 * The pages that a collection should have, straight from the logs of the topic's sessions, its monitors and its labels,
 * without the tables and functions of collections: by URL, with times of discovery and sighting, sessions, newest step
 * and judgement.
 */
const PAGES = `
  WITH steps AS (
    SELECT s.created_at, s.model_id, s.config, p.*, u.url AS final_url FROM sessions s JOIN pages p ON p.session_id = s.id
      JOIN urls u ON u.session_id = s.id AND u.url_no = p.final_url_no WHERE s.topic_id = $1),
  newest AS (
    SELECT DISTINCT ON (final_url) final_url AS url, n.session_id, n.step, n.model_id, n.title, n.language, n.probability,
      n.relevant OR (n.config ? 'monitoring' AND n.probability >= coalesce((SELECT threshold FROM models m WHERE m.id = n.model_id), 0.5)) AS relevant
    FROM (SELECT DISTINCT ON (final_url, session_id) *, max(fetched_at) OVER (PARTITION BY final_url, session_id) AS last_at
      FROM steps WHERE outcome = 'page' ORDER BY final_url, session_id, seq DESC) n
    ORDER BY final_url, last_at DESC, session_id DESC),
  found AS (
    SELECT final_url AS url, count(DISTINCT session_id) AS sessions, min(fetched_at) AS first_at, max(fetched_at) AS last_at, min(created_at) AS session_at
    FROM steps WHERE outcome = 'page' GROUP BY 1),
  seen_gone AS (SELECT final_url AS url, max(fetched_at) AS at FROM steps WHERE outcome <> 'page' AND http_status IN (404, 410) GROUP BY 1),
  watched AS (
    SELECT p.url, min(p.created_at) AS first_at, max(coalesce(p.looked_at, p.created_at)) FILTER (WHERE p.state = 'WATCHED') AS last_at,
      max(coalesce(p.tried_at, p.looked_at, p.created_at)) FILTER (WHERE p.state = 'GONE') AS gone_at
    FROM monitors m JOIN monitor_pages p ON p.monitor_id = m.id WHERE m.topic_id = $1 AND p.state IN ('WATCHED', 'GONE') GROUP BY 1)
  SELECT coalesce(f.url, w.url) AS url, n.session_id::text, n.step, n.model_id::text, e.relevant AS label, coalesce(e.relevant, CASE WHEN v.verdict = 'reject' THEN FALSE END, n.relevant, w.url IS NOT NULL) AS relevant,
    coalesce(f.sessions, 0)::int AS sessions, w.url IS NOT NULL AS monitored, least(f.first_at, w.first_at) AS first_found_at,
    coalesce(f.session_at, w.first_at) AS first_session_at, coalesce(greatest(f.last_at, w.last_at), w.first_at) AS last_seen_at,
    CASE WHEN greatest(g.at, w.gone_at) > coalesce(greatest(f.last_at, w.last_at), '-infinity') THEN greatest(g.at, w.gone_at) END AS gone_at
  FROM found f FULL JOIN watched w USING (url) LEFT JOIN newest n USING (url) LEFT JOIN seen_gone g USING (url)
    LEFT JOIN examples e ON e.topic_id = $1 AND e.url = coalesce(f.url, w.url)
    LEFT JOIN collection_remarks v ON v.topic_id = $1 AND v.subject = 'domain' AND v.key = substring(coalesce(f.url, w.url) FROM '^https?://(?:[^/]*[.])?([^./]+[.][^./]+)/') ORDER BY md5(coalesce(f.url, w.url))::uuid`;

const TOLD = `SELECT url, session_id::text, step, model_id::text, label, relevant, sessions, monitored, first_found_at, first_session_at, last_seen_at, gone_at
  FROM collection_pages WHERE topic_id = $1 ORDER BY url_key`;

/** Texts without exactly one correct representative page, and domains whose sums differ from their pages. */
const WRONG = `
  SELECT 'text ' || text_key AS what FROM collection_pages WHERE topic_id = $1 AND text_key IS NOT NULL GROUP BY text_key
    HAVING count(*) FILTER (WHERE representative) <> 1 OR (array_agg(url_key ORDER BY gone_at IS NOT NULL, relevant DESC, first_found_at, url_key))[1]
      <> (array_agg(url_key) FILTER (WHERE representative))[1]
  UNION ALL SELECT 'alone ' || url FROM collection_pages WHERE topic_id = $1 AND text_key IS NULL AND NOT representative
  UNION ALL
  SELECT 'domain ' || coalesce(d.name, p.domain) FROM (SELECT * FROM collection_domains WHERE topic_id = $1) d FULL JOIN (
    SELECT domain, count(*) FILTER (WHERE representative) AS pages, count(*) FILTER (WHERE representative AND relevant) AS relevant,
      count(*) FILTER (WHERE NOT representative) AS duplicates, min(first_found_at) AS first_found_at, max(first_found_at) AS last_found_at,
      min(first_session_at) AS first_session_at FROM collection_pages WHERE topic_id = $1 GROUP BY domain) p ON p.domain = d.name
  WHERE (d.pages, d.relevant, d.duplicates, d.first_found_at, d.last_found_at, d.first_session_at)
    IS DISTINCT FROM (p.pages, p.relevant, p.duplicates, p.first_found_at, p.last_found_at, p.first_session_at)
  UNION ALL
  SELECT 'led to ' || d.name FROM collection_domains d WHERE topic_id = $1 AND led_to <>
    (SELECT count(*) FROM collection_pages c WHERE c.topic_id = $1 AND c.via = d.name AND c.domain <> d.name AND c.relevant AND c.representative)
  UNION ALL
  -- What each session knows, by the last two parts of its hosts, straight from its URLs.
  SELECT 'known ' || d.name FROM collection_domains d LEFT JOIN (
    SELECT domain, max(urls) AS urls FROM (
      SELECT substring(u.host FROM '([^.]+[.][^.]+)$') AS domain, count(*) AS urls FROM sessions s JOIN urls u ON u.session_id = s.id
      WHERE s.topic_id = $1 AND u.out_of_scope IS NULL AND (EXISTS (SELECT FROM pages p WHERE p.session_id = s.id AND p.final_url_no = u.url_no AND p.outcome = 'page')
        OR NOT EXISTS (SELECT FROM pages p WHERE p.session_id = s.id AND p.url_no = u.url_no))
        AND EXISTS (SELECT FROM domains o WHERE o.session_id = s.id AND o.domain_no = u.domain_no AND o.fetched > 0)
      GROUP BY s.id, 1) x GROUP BY domain) k ON k.domain = d.name
  WHERE d.topic_id = $1 AND d.known <> coalesce(k.urls, 0)
  UNION ALL
  SELECT 'via ' || c.url FROM collection_pages c LEFT JOIN LATERAL (
    SELECT DISTINCT ON (u.url) substring(f.host FROM '([^.]+[.][^.]+)$') AS via FROM sessions s
      JOIN urls u ON u.session_id = s.id AND u.url = c.url JOIN pages p ON p.session_id = s.id AND p.final_url_no = u.url_no AND p.outcome = 'page'
      LEFT JOIN pages o ON o.session_id = s.id AND o.step = p.source LEFT JOIN urls f ON f.session_id = s.id AND f.url_no = o.final_url_no
    WHERE s.topic_id = $1 ORDER BY u.url, min(p.fetched_at) OVER (PARTITION BY s.id), s.id, p.seq) v ON TRUE
  WHERE c.topic_id = $1 AND c.via IS DISTINCT FROM nullif(v.via, c.domain)`;

/** Fails unless the collection of a topic matches its sessions, monitors and labels. */
export async function expectTrueCollection(db: pg.ClientBase, topicId: string): Promise<void> {
  const [told, truth] = [(await db.query(TOLD, [topicId])).rows, (await db.query(PAGES, [topicId])).rows];
  expect(told).toEqual(truth);
  expect((await db.query(WRONG, [topicId])).rows).toEqual([]);
  // No work is pending, and nothing remains of deleted sessions.
  const { rows } = await db.query(
    `SELECT (SELECT count(*) FROM collection_touched WHERE topic_id = $1)::int AS touched,
       (SELECT count(*) FROM collection_progress p WHERE topic_id = $1 AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.session_id AND s.completed = p.collected AND s.found = p.counted))::int AS odd,
       (SELECT count(*) FROM collection_sightings c WHERE topic_id = $1 AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = c.session_id))::int
         + (SELECT count(*) FROM collection_known c WHERE topic_id = $1 AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = c.session_id))::int AS left`,
    [topicId],
  );
  expect(rows).toEqual([{ touched: 0, odd: 0, left: 0 }]);
}
