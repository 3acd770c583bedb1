-- Pages are sorted by the moment of publication. Those without one come last in both directions, so each direction has its index.
CREATE INDEX "pages_published_desc_idx" ON "pages" ("session_id", coalesce("published_at", '-infinity'::timestamptz), "step");
CREATE INDEX "pages_published_asc_idx" ON "pages" ("session_id", coalesce("published_at", 'infinity'::timestamptz), "step");
ALTER TABLE "collection_pages" ADD COLUMN "published_at" TIMESTAMPTZ(3);
CREATE INDEX "collection_pages_published_desc_idx" ON "collection_pages" ("topic_id", coalesce("published_at", '-infinity'::timestamptz), "url_key");
CREATE INDEX "collection_pages_published_asc_idx" ON "collection_pages" ("topic_id", coalesce("published_at", 'infinity'::timestamptz), "url_key");

-- As before, with the moment of publication. Makes pages of a collection again of what sightings, monitors, labels and verdicts say of them: the one place where
-- a page is made. The caller holds the row of the collection. Sessions that are gone, and whose sightings wait to be taken out, say nothing any more. No page of a
-- domain that was rejected is relevant, unless a person has labelled it so.
CREATE OR REPLACE FUNCTION collect_pages(of_topic uuid, keys uuid[], urls text[], names text[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  texts bigint[] := ARRAY(
    SELECT DISTINCT c.text_key FROM unnest(keys) AS k (url_key) CROSS JOIN LATERAL (
      SELECT text_key FROM collection_pages WHERE topic_id = of_topic AND url_key = k.url_key LIMIT 1) c WHERE c.text_key IS NOT NULL);
  -- Domains that led to other pages before, or do now.
  led text[] := ARRAY(SELECT DISTINCT c.via FROM unnest(keys) AS k (url_key) CROSS JOIN LATERAL (
    SELECT via FROM collection_pages WHERE topic_id = of_topic AND url_key = k.url_key LIMIT 1) c WHERE c.via IS NOT NULL);
  turned text[];
BEGIN
  WITH given AS MATERIALIZED (SELECT * FROM unnest(keys, urls, names) AS g (url_key, url, domain)),
  seen AS MATERIALIZED (
    SELECT s.*, x.created_at AS session_at, x.model_id FROM given g
    CROSS JOIN LATERAL (SELECT * FROM collection_sightings s WHERE s.topic_id = of_topic AND s.url_key = g.url_key) s
    CROSS JOIN LATERAL (SELECT created_at, model_id FROM sessions WHERE id = s.session_id LIMIT 1) x),
  found AS (
    SELECT url_key, count(*) FILTER (WHERE step IS NOT NULL)::int AS sessions, min(first_at) AS first_at, max(last_at) AS last_at,
      min(session_at) FILTER (WHERE step IS NOT NULL) AS session_at, max(changed_at) AS changed_at, max(gone_at) AS gone_at,
      (array_agg(via ORDER BY first_at, session_id) FILTER (WHERE step IS NOT NULL))[1] AS via FROM seen GROUP BY url_key),
  newest AS (
    SELECT DISTINCT ON (url_key) url_key, session_id, step, model_id, title, language, probability, relevant, text_key FROM seen WHERE step IS NOT NULL
    ORDER BY url_key, last_at DESC, session_id DESC),
  watched AS (
    SELECT g.url_key, min(m.created_at) AS first_at, max(coalesce(m.looked_at, m.created_at)) FILTER (WHERE m.state = 'WATCHED') AS last_at,
      max(m.changed_at) AS changed_at, max(coalesce(m.tried_at, m.looked_at, m.created_at)) FILTER (WHERE m.state = 'GONE') AS gone_at,
      (array_agg(m.title ORDER BY m.looked_at DESC NULLS LAST, m.monitor_id))[1] AS title,
      (array_agg(m.probability ORDER BY m.looked_at DESC NULLS LAST, m.monitor_id))[1] AS probability
    FROM given g JOIN monitors o ON o.topic_id = of_topic
    CROSS JOIN LATERAL (SELECT * FROM monitor_pages WHERE monitor_id = o.id AND url_key = g.url_key LIMIT 1) m
    WHERE m.state IN ('WATCHED', 'GONE') GROUP BY g.url_key),
  fresh AS MATERIALIZED (
    SELECT g.url_key, g.url, g.domain, n.session_id, n.step, n.model_id, CASE WHEN n.step IS NULL THEN w.title ELSE n.title END AS title, n.language, q.published_at,
      coalesce(n.probability, w.probability, 0) AS probability, coalesce(e.relevant, CASE WHEN v.verdict = 'reject' THEN FALSE END, n.relevant, w.url_key IS NOT NULL) AS relevant, e.relevant AS label, n.text_key,
      coalesce(f.sessions, 0) AS sessions, w.url_key IS NOT NULL AS monitored, least(f.first_at, w.first_at) AS first_found_at, coalesce(f.session_at, w.first_at) AS first_session_at,
      coalesce(greatest(f.last_at, w.last_at), w.first_at) AS last_seen_at, greatest(f.changed_at, w.changed_at) AS changed_at,
      CASE WHEN greatest(f.gone_at, w.gone_at) > coalesce(greatest(f.last_at, w.last_at), '-infinity') THEN greatest(f.gone_at, w.gone_at) END AS gone_at, f.via
    FROM given g
    LEFT JOIN found f ON f.url_key = g.url_key LEFT JOIN newest n ON n.url_key = g.url_key LEFT JOIN watched w ON w.url_key = g.url_key
    LEFT JOIN LATERAL (SELECT published_at FROM pages WHERE session_id = n.session_id AND step = n.step LIMIT 1) q ON TRUE
    LEFT JOIN LATERAL (SELECT relevant FROM examples WHERE topic_id = of_topic AND url = g.url LIMIT 1) e ON TRUE
    LEFT JOIN LATERAL (SELECT verdict FROM collection_remarks WHERE topic_id = of_topic AND subject = 'domain' AND key = g.domain LIMIT 1) v ON TRUE
    WHERE n.step IS NOT NULL OR w.url_key IS NOT NULL),
  dropped AS (
    DELETE FROM collection_pages c USING given g
    WHERE c.topic_id = of_topic AND c.url_key = g.url_key AND NOT EXISTS (SELECT FROM fresh f WHERE f.url_key = g.url_key))
  INSERT INTO collection_pages AS c (topic_id, url_key, url, domain, session_id, step, model_id, title, language, probability, relevant, label, text_key, representative,
    sessions, monitored, first_found_at, first_session_at, last_seen_at, changed_at, gone_at, via, published_at)
  SELECT of_topic, url_key, url, domain, session_id, step, model_id, title, language, probability, relevant, label, text_key,
    -- True at once where no other page has the text, as of most; among several that come together it is put right below.
    text_key IS NULL OR (SELECT TRUE FROM collection_pages o WHERE o.topic_id = of_topic AND o.text_key = fresh.text_key
      ORDER BY (o.gone_at IS NOT NULL), o.relevant DESC, o.first_found_at, o.url_key LIMIT 1) IS NULL,
    sessions, monitored, first_found_at, first_session_at, last_seen_at, changed_at, gone_at, via, published_at FROM fresh
  ON CONFLICT (topic_id, url_key) DO UPDATE SET session_id = excluded.session_id, step = excluded.step, model_id = excluded.model_id, title = excluded.title,
    language = excluded.language, probability = excluded.probability, relevant = excluded.relevant, label = excluded.label, text_key = excluded.text_key,
    representative = CASE WHEN c.text_key IS NOT DISTINCT FROM excluded.text_key THEN c.representative ELSE excluded.representative END,
    sessions = excluded.sessions, monitored = excluded.monitored, first_found_at = excluded.first_found_at, first_session_at = excluded.first_session_at,
    last_seen_at = excluded.last_seen_at, changed_at = excluded.changed_at, gone_at = excluded.gone_at, via = excluded.via, published_at = excluded.published_at
  WHERE (c.session_id, c.step, c.model_id, c.title, c.language, c.probability, c.relevant, c.label, c.text_key, c.sessions, c.monitored, c.first_found_at,
      c.first_session_at, c.last_seen_at, c.changed_at, c.gone_at, c.via, c.published_at)
    IS DISTINCT FROM (excluded.session_id, excluded.step, excluded.model_id, excluded.title, excluded.language, excluded.probability, excluded.relevant, excluded.label,
      excluded.text_key, excluded.sessions, excluded.monitored, excluded.first_found_at, excluded.first_session_at, excluded.last_seen_at, excluded.changed_at, excluded.gone_at, excluded.via, excluded.published_at);

  texts := texts || ARRAY(
    SELECT DISTINCT c.text_key FROM unnest(keys) AS k (url_key) CROSS JOIN LATERAL (
      SELECT text_key FROM collection_pages WHERE topic_id = of_topic AND url_key = k.url_key LIMIT 1) c WHERE c.text_key IS NOT NULL);
  WITH firsts AS MATERIALIZED (
    SELECT t.text_key, f.url_key, f.representative FROM (SELECT DISTINCT unnest(texts) AS text_key) t CROSS JOIN LATERAL (
      SELECT c.url_key, c.representative FROM collection_pages c WHERE c.topic_id = of_topic AND c.text_key = t.text_key
      ORDER BY (c.gone_at IS NOT NULL), c.relevant DESC, c.first_found_at, c.url_key LIMIT 1) f),
  wrong AS MATERIALIZED (
    SELECT f.url_key FROM firsts f WHERE NOT f.representative
    UNION ALL
    SELECT c.url_key FROM firsts f JOIN collection_pages c ON c.topic_id = of_topic AND c.text_key = f.text_key AND c.representative WHERE c.url_key <> f.url_key),
  flipped AS (
    UPDATE collection_pages c SET representative = NOT c.representative FROM wrong w WHERE c.topic_id = of_topic AND c.url_key = w.url_key RETURNING c.via)
  SELECT array_agg(DISTINCT via) INTO turned FROM flipped WHERE via IS NOT NULL;

  led := led || turned || ARRAY(SELECT DISTINCT c.via FROM unnest(keys) AS k (url_key) CROSS JOIN LATERAL (
    SELECT via FROM collection_pages WHERE topic_id = of_topic AND url_key = k.url_key LIMIT 1) c WHERE c.via IS NOT NULL);
  -- Among the names are those of domains that are new.
  UPDATE collection_domains d SET known = x.known, led_to = x.led_to FROM (
    SELECT n.name, coalesce((SELECT max(k.urls) FROM collection_known k WHERE k.topic_id = of_topic AND k.domain = n.name), 0) AS known,
      (SELECT count(*) FROM collection_pages c WHERE c.topic_id = of_topic AND c.via = n.name AND c.relevant AND c.representative)::int AS led_to
    FROM (SELECT unnest(led) AS name UNION SELECT unnest(names)) n) x
  WHERE d.topic_id = of_topic AND d.name = x.name AND (d.known, d.led_to) IS DISTINCT FROM (x.known, x.led_to);
END $$;

-- The pages that have one are made again. None was stored before this day.
INSERT INTO "collection_touched" ("topic_id", "url_key", "url")
SELECT c."topic_id", c."url_key", c."url" FROM "collection_pages" c JOIN "pages" p ON p."session_id" = c."session_id" AND p."step" = c."step"
WHERE c."last_seen_at" >= '2026-11-30' AND p."published_at" IS NOT NULL;
