-- What a topic has found over all its sessions and monitors, each page and each domain once (docs/decisions/collections.md). All of it repeats what sessions,
-- monitors and labels say. Workers keep it up to date behind the commits, a piece at a time, and one piece of a topic at a time: they hold its row of "collections".
CREATE TABLE "collections" (
  "topic_id" UUID NOT NULL,
  -- It is emptied, to be made anew.
  "clearing" BOOLEAN NOT NULL DEFAULT FALSE,
  CONSTRAINT "collections_pkey" PRIMARY KEY ("topic_id")
);

-- How far the log of a session is collected. It outlives its session until what the session brought is taken out again.
CREATE TABLE "collection_progress" (
  "session_id" UUID NOT NULL,
  "topic_id" UUID NOT NULL,
  -- Steps whose "seq" is lower are collected. -1: the session has begun again, and what it had brought is taken out first.
  "collected" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "collection_progress_pkey" PRIMARY KEY ("session_id")
);
CREATE INDEX "collection_progress_topic_id_idx" ON "collection_progress" ("topic_id");

-- What a session says of a URL: where it has the page, and when it saw it.
CREATE TABLE "collection_sightings" (
  "topic_id" UUID NOT NULL,
  -- md5 of the canonical URL that was reached: keys stay short however long the URL.
  "url_key" UUID NOT NULL,
  "session_id" UUID NOT NULL,
  -- The newest step that brought the page; null where none did.
  "step" INTEGER,
  "seq" INTEGER,
  "first_at" TIMESTAMPTZ(3),
  "last_at" TIMESTAMPTZ(3),
  -- When it last saw that the page had changed, and that it was gone.
  "changed_at" TIMESTAMPTZ(3),
  "gone_at" TIMESTAMPTZ(3),
  CONSTRAINT "collection_sightings_pkey" PRIMARY KEY ("topic_id", "url_key", "session_id")
);
CREATE INDEX "collection_sightings_session_id_url_key_idx" ON "collection_sightings" ("session_id", "url_key");

CREATE TABLE "collection_pages" (
  "topic_id" UUID NOT NULL,
  "url_key" UUID NOT NULL,
  "url" TEXT NOT NULL,
  -- Registrable domain.
  "domain" TEXT COLLATE "C" NOT NULL,
  -- The step that brought it last; null where its sessions are gone and a monitor alone knows it.
  "session_id" UUID,
  "step" INTEGER,
  "model_id" UUID,
  "title" TEXT,
  "language" TEXT,
  "probability" DOUBLE PRECISION NOT NULL,
  -- As a person has labelled it; else as the model has judged it.
  "relevant" BOOLEAN NOT NULL,
  "label" BOOLEAN,
  -- Pages with the same text have the same key: its simhash, or its hash. One of them stands for all.
  "text_key" BIGINT,
  "representative" BOOLEAN NOT NULL,
  "sessions" INTEGER NOT NULL,
  "monitored" BOOLEAN NOT NULL,
  "first_found_at" TIMESTAMPTZ(3) NOT NULL,
  -- When the first of the sessions that have it was made.
  "first_session_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "changed_at" TIMESTAMPTZ(3),
  -- Null where it was there when somebody looked last.
  "gone_at" TIMESTAMPTZ(3),
  CONSTRAINT "collection_pages_pkey" PRIMARY KEY ("topic_id", "url_key")
) WITH (fillfactor = 90);
CREATE INDEX "collection_pages_found_idx" ON "collection_pages" ("topic_id", "first_found_at", "url_key");
CREATE INDEX "collection_pages_relevant_found_idx" ON "collection_pages" ("topic_id", "first_found_at", "url_key") WHERE "relevant";
CREATE INDEX "collection_pages_seen_idx" ON "collection_pages" ("topic_id", "last_seen_at", "url_key");
CREATE INDEX "collection_pages_probability_idx" ON "collection_pages" ("topic_id", "probability", "url_key");
CREATE INDEX "collection_pages_domain_idx" ON "collection_pages" ("topic_id", "domain", "first_found_at");
CREATE INDEX "collection_pages_domain_session_idx" ON "collection_pages" ("topic_id", "domain", "first_session_at");
CREATE INDEX "collection_pages_session_at_idx" ON "collection_pages" ("topic_id", "first_session_at");
CREATE INDEX "collection_pages_language_idx" ON "collection_pages" ("topic_id", "language", "first_found_at");
CREATE INDEX "collection_pages_label_idx" ON "collection_pages" ("topic_id", "label", "first_found_at") WHERE "label" IS NOT NULL;
CREATE INDEX "collection_pages_gone_idx" ON "collection_pages" ("topic_id", "gone_at") WHERE "gone_at" IS NOT NULL;
CREATE INDEX "collection_pages_step_idx" ON "collection_pages" ("session_id", "step");
-- The first of each text stands for the others.
CREATE INDEX "collection_pages_text_idx" ON "collection_pages" ("topic_id", "text_key", ("gone_at" IS NOT NULL), "relevant" DESC, "first_found_at", "url_key") WHERE "text_key" IS NOT NULL;
CREATE INDEX "collection_pages_representative_idx" ON "collection_pages" ("topic_id", "text_key") WHERE "representative" AND "text_key" IS NOT NULL;

-- The lower end of Wilson's interval (1927, JASA 22, 209-212) of a share at 95%: three of three are not better than ninety of a hundred.
CREATE FUNCTION share_at_least(hits integer, trials integer) RETURNS double precision LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN trials <= 0 THEN 0 ELSE greatest(0, (hits + 1.9207 - 1.96 * sqrt(greatest(0, hits::float8 * (trials - hits) / trials + 0.9604))) / (trials + 3.8416)) END;

-- Sums over "collection_pages", kept by triggers.
CREATE TABLE "collection_domains" (
  "topic_id" UUID NOT NULL,
  "name" TEXT COLLATE "C" NOT NULL,
  -- Without those that repeat the text of another page.
  "pages" INTEGER NOT NULL,
  "relevant" INTEGER NOT NULL,
  "duplicates" INTEGER NOT NULL,
  "share_at_least" DOUBLE PRECISION NOT NULL GENERATED ALWAYS AS (share_at_least("relevant", "pages")) STORED,
  -- Of its pages, the first and the last that was found.
  "first_found_at" TIMESTAMPTZ(3) NOT NULL,
  "last_found_at" TIMESTAMPTZ(3) NOT NULL,
  "first_session_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "collection_domains_pkey" PRIMARY KEY ("topic_id", "name")
) WITH (fillfactor = 80);
CREATE INDEX "collection_domains_relevant_idx" ON "collection_domains" ("topic_id", "relevant", "name");
CREATE INDEX "collection_domains_pages_idx" ON "collection_domains" ("topic_id", "pages", "name");
CREATE INDEX "collection_domains_share_idx" ON "collection_domains" ("topic_id", "share_at_least", "name");
CREATE INDEX "collection_domains_found_idx" ON "collection_domains" ("topic_id", "first_found_at", "name");

-- Pages about which something else than a session has said something: a monitor, or a person. Written in the transaction that says it.
CREATE TABLE "collection_touched" (
  "topic_id" UUID NOT NULL,
  "no" BIGINT GENERATED ALWAYS AS IDENTITY,
  "url_key" UUID NOT NULL,
  "url" TEXT NOT NULL,
  CONSTRAINT "collection_touched_pkey" PRIMARY KEY ("topic_id", "no")
);

DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['collections', 'collection_progress', 'collection_sightings', 'collection_pages', 'collection_domains', 'collection_touched'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (EXISTS (SELECT FROM topics w WHERE w.id = %I.topic_id))', part, part);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM gleaner_api', part);
  END LOOP;
END $$;

-- A session that is let begin again says so.
GRANT INSERT, UPDATE ON "collection_progress" TO gleaner_api;

-- Keeps the sums of domains, whoever changes pages.
CREATE FUNCTION count_collected_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM later'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM earlier'
    ELSE 'SELECT 1 AS sign, * FROM later UNION ALL SELECT -1 AS sign, * FROM earlier' END;
BEGIN
  EXECUTE format(
    'WITH sums AS (
       SELECT topic_id, domain, coalesce(sum(sign) FILTER (WHERE representative), 0)::int AS pages,
         coalesce(sum(sign) FILTER (WHERE representative AND relevant), 0)::int AS relevant, coalesce(sum(sign) FILTER (WHERE NOT representative), 0)::int AS duplicates
       FROM (%s) c GROUP BY topic_id, domain)
     INSERT INTO collection_domains AS d (topic_id, name, pages, relevant, duplicates, first_found_at, last_found_at, first_session_at)
     SELECT s.topic_id, s.domain, s.pages, s.relevant, s.duplicates,
       coalesce((SELECT c.first_found_at FROM collection_pages c WHERE c.topic_id = s.topic_id AND c.domain = s.domain ORDER BY c.first_found_at LIMIT 1), ''-infinity''),
       coalesce((SELECT c.first_found_at FROM collection_pages c WHERE c.topic_id = s.topic_id AND c.domain = s.domain ORDER BY c.first_found_at DESC LIMIT 1), ''-infinity''),
       coalesce((SELECT c.first_session_at FROM collection_pages c WHERE c.topic_id = s.topic_id AND c.domain = s.domain ORDER BY c.first_session_at LIMIT 1), ''-infinity'')
     FROM sums s
     ON CONFLICT (topic_id, name) DO UPDATE SET pages = d.pages + excluded.pages, relevant = d.relevant + excluded.relevant, duplicates = d.duplicates + excluded.duplicates,
       first_found_at = excluded.first_found_at, last_found_at = excluded.last_found_at, first_session_at = excluded.first_session_at
     WHERE (excluded.pages, excluded.relevant, excluded.duplicates) <> (0, 0, 0)
       OR (d.first_found_at, d.last_found_at, d.first_session_at) IS DISTINCT FROM (excluded.first_found_at, excluded.last_found_at, excluded.first_session_at)', changes);
  IF TG_OP = 'DELETE' THEN
    DELETE FROM collection_domains d USING (SELECT DISTINCT topic_id, domain FROM earlier) e WHERE d.topic_id = e.topic_id AND d.name = e.domain AND d.pages = 0 AND d.duplicates = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER counted_insert AFTER INSERT ON "collection_pages" REFERENCING NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION count_collected_pages();
CREATE TRIGGER counted_update AFTER UPDATE ON "collection_pages" REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION count_collected_pages();
CREATE TRIGGER counted_delete AFTER DELETE ON "collection_pages" REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION count_collected_pages();

-- Makes pages of a collection anew of what sessions, monitors and labels say of them: the one place where a page is made. Who calls it holds the collection's row.
-- Sessions that are gone, and whose sightings wait to be taken out, say nothing any more.
CREATE FUNCTION collect_pages(of_topic uuid, keys uuid[], urls text[], names text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  texts bigint[] := ARRAY(SELECT DISTINCT c.text_key FROM collection_pages c WHERE c.topic_id = of_topic AND c.url_key = ANY(keys) AND c.text_key IS NOT NULL);
BEGIN
  WITH given AS MATERIALIZED (SELECT * FROM unnest(keys, urls, names) AS g (url_key, url, domain)),
  seen AS MATERIALIZED (
    SELECT s.*, x.created_at AS session_at, x.model_id FROM given g
    CROSS JOIN LATERAL (SELECT * FROM collection_sightings s WHERE s.topic_id = of_topic AND s.url_key = g.url_key) s
    CROSS JOIN LATERAL (SELECT created_at, model_id FROM sessions WHERE id = s.session_id LIMIT 1) x),
  found AS (
    SELECT url_key, count(*) FILTER (WHERE step IS NOT NULL)::int AS sessions, min(first_at) AS first_at, max(last_at) AS last_at,
      min(session_at) FILTER (WHERE step IS NOT NULL) AS session_at, max(changed_at) AS changed_at, max(gone_at) AS gone_at FROM seen GROUP BY url_key),
  newest AS (
    SELECT DISTINCT ON (url_key) url_key, session_id, step, model_id FROM seen WHERE step IS NOT NULL ORDER BY url_key, last_at DESC, session_id DESC),
  watched AS (
    SELECT g.url_key, min(m.created_at) AS first_at, max(coalesce(m.looked_at, m.created_at)) FILTER (WHERE m.state = 'WATCHED') AS last_at,
      max(m.changed_at) AS changed_at, max(coalesce(m.tried_at, m.looked_at, m.created_at)) FILTER (WHERE m.state = 'GONE') AS gone_at,
      (array_agg(m.title ORDER BY m.looked_at DESC NULLS LAST, m.monitor_id))[1] AS title,
      (array_agg(m.probability ORDER BY m.looked_at DESC NULLS LAST, m.monitor_id))[1] AS probability
    FROM given g JOIN monitors o ON o.topic_id = of_topic
    CROSS JOIN LATERAL (SELECT * FROM monitor_pages WHERE monitor_id = o.id AND url_key = g.url_key LIMIT 1) m
    WHERE m.state IN ('WATCHED', 'GONE') GROUP BY g.url_key),
  fresh AS MATERIALIZED (
    SELECT g.url_key, g.url, g.domain, n.session_id, n.step, n.model_id, CASE WHEN n.step IS NULL THEN w.title ELSE left(p.title, 1000) END AS title, p.language,
      coalesce(p.probability, w.probability, 0) AS probability, coalesce(e.relevant, p.relevant, w.url_key IS NOT NULL) AS relevant, e.relevant AS label, p.text_key,
      coalesce(f.sessions, 0) AS sessions, w.url_key IS NOT NULL AS monitored, least(f.first_at, w.first_at) AS first_found_at, coalesce(f.session_at, w.first_at) AS first_session_at,
      coalesce(greatest(f.last_at, w.last_at), w.first_at) AS last_seen_at, greatest(f.changed_at, w.changed_at) AS changed_at,
      CASE WHEN greatest(f.gone_at, w.gone_at) > coalesce(greatest(f.last_at, w.last_at), '-infinity') THEN greatest(f.gone_at, w.gone_at) END AS gone_at
    FROM given g
    LEFT JOIN found f ON f.url_key = g.url_key LEFT JOIN newest n ON n.url_key = g.url_key LEFT JOIN watched w ON w.url_key = g.url_key
    LEFT JOIN LATERAL (
      -- In a monitoring session a page that is no news to it is not relevant, although it may be to the topic.
      SELECT p.title, p.language, p.probability,
        p.relevant OR (s.config ? 'monitoring' AND p.outcome = 'page' AND p.probability >= coalesce((SELECT m.threshold FROM models m WHERE m.id = s.model_id), 0.5)) AS relevant,
        -- Of a page that nearly repeats another one of its session: the text of that one.
        CASE WHEN p.duplicate_of IS NULL THEN coalesce(p.simhash, p.content_hash)
          ELSE (SELECT coalesce(o.simhash, o.content_hash) FROM pages o WHERE o.session_id = n.session_id AND o.step = p.duplicate_of) END AS text_key
      FROM pages p JOIN sessions s ON s.id = n.session_id WHERE p.session_id = n.session_id AND p.step = n.step LIMIT 1) p ON TRUE
    LEFT JOIN LATERAL (SELECT relevant FROM examples WHERE topic_id = of_topic AND url = g.url LIMIT 1) e ON TRUE
    WHERE n.step IS NOT NULL OR w.url_key IS NOT NULL),
  dropped AS (
    DELETE FROM collection_pages c USING given g
    WHERE c.topic_id = of_topic AND c.url_key = g.url_key AND NOT EXISTS (SELECT FROM fresh f WHERE f.url_key = g.url_key))
  INSERT INTO collection_pages AS c (topic_id, url_key, url, domain, session_id, step, model_id, title, language, probability, relevant, label, text_key, representative,
    sessions, monitored, first_found_at, first_session_at, last_seen_at, changed_at, gone_at)
  SELECT of_topic, url_key, url, domain, session_id, step, model_id, title, language, probability, relevant, label, text_key, text_key IS NULL,
    sessions, monitored, first_found_at, first_session_at, last_seen_at, changed_at, gone_at FROM fresh
  ON CONFLICT (topic_id, url_key) DO UPDATE SET session_id = excluded.session_id, step = excluded.step, model_id = excluded.model_id, title = excluded.title,
    language = excluded.language, probability = excluded.probability, relevant = excluded.relevant, label = excluded.label, text_key = excluded.text_key,
    representative = CASE WHEN c.text_key IS NOT DISTINCT FROM excluded.text_key THEN c.representative ELSE excluded.representative END,
    sessions = excluded.sessions, monitored = excluded.monitored, first_found_at = excluded.first_found_at, first_session_at = excluded.first_session_at,
    last_seen_at = excluded.last_seen_at, changed_at = excluded.changed_at, gone_at = excluded.gone_at
  WHERE (c.session_id, c.step, c.model_id, c.title, c.language, c.probability, c.relevant, c.label, c.text_key, c.sessions, c.monitored, c.first_found_at,
      c.first_session_at, c.last_seen_at, c.changed_at, c.gone_at)
    IS DISTINCT FROM (excluded.session_id, excluded.step, excluded.model_id, excluded.title, excluded.language, excluded.probability, excluded.relevant, excluded.label,
      excluded.text_key, excluded.sessions, excluded.monitored, excluded.first_found_at, excluded.first_session_at, excluded.last_seen_at, excluded.changed_at, excluded.gone_at);

  texts := texts || ARRAY(SELECT DISTINCT c.text_key FROM collection_pages c WHERE c.topic_id = of_topic AND c.url_key = ANY(keys) AND c.text_key IS NOT NULL);
  WITH firsts AS MATERIALIZED (
    SELECT t.text_key, f.url_key FROM (SELECT DISTINCT unnest(texts) AS text_key) t CROSS JOIN LATERAL (
      SELECT c.url_key FROM collection_pages c WHERE c.topic_id = of_topic AND c.text_key = t.text_key
      ORDER BY (c.gone_at IS NOT NULL), c.relevant DESC, c.first_found_at, c.url_key LIMIT 1) f),
  wrong AS MATERIALIZED (
    SELECT f.url_key FROM firsts f JOIN collection_pages c ON c.topic_id = of_topic AND c.url_key = f.url_key WHERE NOT c.representative
    UNION ALL
    SELECT c.url_key FROM firsts f JOIN collection_pages c ON c.topic_id = of_topic AND c.text_key = f.text_key AND c.representative WHERE c.url_key <> f.url_key)
  UPDATE collection_pages c SET representative = NOT c.representative FROM wrong w WHERE c.topic_id = of_topic AND c.url_key = w.url_key;
END $$;
REVOKE EXECUTE ON FUNCTION collect_pages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION collect_pages TO gleaner_worker;

-- Marks what monitors and labels say of pages.
CREATE FUNCTION touch_collected() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_TABLE_NAME = 'examples' THEN
    INSERT INTO collection_touched (topic_id, url_key, url) SELECT DISTINCT c.topic_id, md5(c.url)::uuid, c.url FROM changed c WHERE c.url IS NOT NULL;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO collection_touched (topic_id, url_key, url)
    SELECT DISTINCT m.topic_id, c.url_key, c.url FROM changed c JOIN earlier e USING (monitor_id, url_key) JOIN monitors m ON m.id = c.monitor_id
    WHERE c.state IN ('WATCHED', 'GONE') OR e.state IN ('WATCHED', 'GONE');
  ELSE
    INSERT INTO collection_touched (topic_id, url_key, url)
    SELECT DISTINCT m.topic_id, c.url_key, c.url FROM changed c JOIN monitors m ON m.id = c.monitor_id WHERE c.state IN ('WATCHED', 'GONE');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION touch_collected FROM PUBLIC;
CREATE TRIGGER touched_insert AFTER INSERT ON "examples" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_collected();
CREATE TRIGGER touched_update AFTER UPDATE ON "examples" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_collected();
CREATE TRIGGER touched_delete AFTER DELETE ON "examples" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_collected();
CREATE TRIGGER touched_insert AFTER INSERT ON "monitor_pages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_collected();
CREATE TRIGGER touched_update AFTER UPDATE ON "monitor_pages" REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_collected();
CREATE TRIGGER touched_delete AFTER DELETE ON "monitor_pages" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_collected();

-- The pages of a monitor go with it, when it can no longer be told whose they were.
CREATE FUNCTION touch_monitored() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO collection_touched (topic_id, url_key, url)
  SELECT OLD.topic_id, p.url_key, p.url FROM monitor_pages p WHERE p.monitor_id = OLD.id AND p.state IN ('WATCHED', 'GONE');
  RETURN OLD;
END $$;
REVOKE EXECUTE ON FUNCTION touch_monitored FROM PUBLIC;
CREATE TRIGGER touched_delete BEFORE DELETE ON "monitors" FOR EACH ROW EXECUTE FUNCTION touch_monitored();

-- What monitors know already.
INSERT INTO "collection_touched" ("topic_id", "url_key", "url")
SELECT m.topic_id, p.url_key, p.url FROM "monitor_pages" p JOIN "monitors" m ON m.id = p.monitor_id WHERE p.state IN ('WATCHED', 'GONE');

-- Where the pages of a topic that match are: the newest step of each is among them. As `indexed_steps`, of the topic that all its pages have among their lexemes.
CREATE FUNCTION indexed_topic_steps(topic uuid, search tsquery) RETURNS TABLE (session_id uuid, step integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT l.session_id, l.step FROM page_lexemes l
  WHERE numnode(search) > 0 AND l.lexemes @@ (quote_literal(' ' || topic)::tsquery && search)
    AND EXISTS (SELECT FROM topics t WHERE t.id = topic AND t.project_id = gleaner_project())
$$;
REVOKE EXECUTE ON FUNCTION indexed_topic_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION indexed_topic_steps TO gleaner_api;

-- Commits write the topic of a page among its lexemes. What earlier versions have indexed is made anew, by a worker and in the background.
UPDATE search_progress SET indexed = 0;
