-- Webhooks are sent new relevant pages and domains of collections. The upkeep notes them in the transaction that collects them; the follower sends them afterwards, in
-- batches.
CREATE TABLE "collection_news" (
  "topic_id" UUID NOT NULL,
  -- `page` with its key, or `domain` with its name. A rebuild of the collection conflicts with what is here, so nothing is news twice.
  "subject" TEXT NOT NULL,
  "key" TEXT COLLATE "C" NOT NULL,
  -- One process at a time collects for a topic, so numbers become visible in their order.
  "no" BIGINT GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT "collection_news_pkey" PRIMARY KEY ("topic_id", "subject", "key")
);
CREATE INDEX "collection_news_topic_id_no_idx" ON "collection_news" ("topic_id", "no");
ALTER TABLE "collection_news" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "collection_news" TO gleaner_api USING (EXISTS (SELECT FROM topics w WHERE w.id = collection_news.topic_id));
REVOKE INSERT, UPDATE, DELETE ON "collection_news" FROM gleaner_api;

-- A webhook is sent what was found since it wants news. Null: it wants none.
ALTER TABLE "webhooks" ADD COLUMN "news_since" TIMESTAMPTZ(3);
-- The lane of a topic: the number up to which its news are sent, and since when there are more.
ALTER TABLE "webhook_lanes" ADD COLUMN "news_no" BIGINT, ADD COLUMN "news_at" TIMESTAMPTZ(3);
CREATE INDEX "webhook_lanes_news_at_idx" ON "webhook_lanes" ("news_at") WHERE "news_at" IS NOT NULL;
CREATE INDEX "webhook_lanes_news_idx" ON "webhook_lanes" ("subject_id") WHERE "news_no" IS NOT NULL;

CREATE FUNCTION want_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.news_since := CASE WHEN NEW.session_id IS NULL AND NEW.types && ARRAY['page.collected', 'domain.found'] THEN coalesce(NEW.news_since, clock_timestamp()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_wants_news BEFORE INSERT OR UPDATE OF types ON "webhooks" FOR EACH ROW EXECUTE FUNCTION want_news();

-- Notes pages that have become relevant, and their domains, for the webhooks that want them. Costs one look at the webhooks of the project where none does.
CREATE FUNCTION note_collection_news() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  topic uuid;
  since timestamptz;
  keys uuid[];
  names text[];
BEGIN
  -- All pages of a statement have one topic.
  SELECT l.topic_id INTO topic FROM later l LIMIT 1;
  IF topic IS NULL THEN RETURN NULL; END IF;
  SELECT min(w.news_since) INTO since FROM topics t JOIN webhooks w ON w.project_id = t.project_id
  WHERE t.id = topic AND w.enabled AND w.news_since IS NOT NULL AND (w.topic_id IS NULL OR w.topic_id = topic);
  IF since IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(l.url_key), array_agg(DISTINCT l.domain) INTO keys, names FROM later l WHERE l.relevant AND l.representative AND l.first_found_at >= since;
  ELSE
    SELECT array_agg(l.url_key), array_agg(DISTINCT l.domain) INTO keys, names FROM later l JOIN earlier e ON e.topic_id = l.topic_id AND e.url_key = l.url_key
    WHERE l.relevant AND l.representative AND l.first_found_at >= since AND NOT (e.relevant AND e.representative);
  END IF;
  IF keys IS NULL THEN RETURN NULL; END IF;
  -- Lanes are locked before their news are written: no follower finds a lane without news and misses these.
  INSERT INTO webhook_lanes AS l (webhook_id, subject_id, news_no, news_at)
  SELECT w.id, topic, coalesce((SELECT max(n.no) FROM collection_news n WHERE n.topic_id = topic), 0), clock_timestamp()
  FROM topics t JOIN webhooks w ON w.project_id = t.project_id
  WHERE t.id = topic AND w.enabled AND w.news_since IS NOT NULL AND (w.topic_id IS NULL OR w.topic_id = topic) ORDER BY w.id FOR KEY SHARE OF w
  ON CONFLICT (webhook_id, subject_id) DO UPDATE SET news_no = coalesce(l.news_no, excluded.news_no), news_at = coalesce(l.news_at, excluded.news_at);
  INSERT INTO collection_news (topic_id, subject, key)
  SELECT topic, n.subject, n.key FROM (SELECT 'page' AS subject, unnest(keys)::text AS key UNION ALL SELECT 'domain', unnest(names)) n
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER news_insert AFTER INSERT ON "collection_pages" REFERENCING NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION note_collection_news();
CREATE TRIGGER news_update AFTER UPDATE ON "collection_pages" REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION note_collection_news();

-- Sends a webhook the next news of a topic, and advances its position, in one transaction. It skips and forgets pages that are no longer relevant, so that they
-- are news when they become relevant again. Nothing is sent while too many messages about news wait. @return whether there may be more to send at once
CREATE FUNCTION tell_collection_news(hook uuid, topic uuid, row_limit integer, waiting_limit integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
  place bigint;
  last bigint;
  many integer;
  keys uuid[];
  names text[];
  pages jsonb;
  domains jsonb;
BEGIN
  SELECT w.types, w.news_since INTO wanted FROM webhooks w WHERE w.id = hook AND w.enabled FOR KEY SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT l.news_no INTO place FROM webhook_lanes l WHERE l.webhook_id = hook AND l.subject_id = topic AND l.news_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF wanted.news_since IS NULL OR NOT EXISTS (SELECT FROM topics t WHERE t.id = topic) THEN
    UPDATE webhook_lanes SET news_no = NULL, news_at = NULL WHERE webhook_id = hook AND subject_id = topic;
    RETURN false;
  END IF;
  IF (SELECT count(*) FROM (SELECT FROM webhook_messages m WHERE m.webhook_id = hook AND m.subject_id = topic AND m.status = 'PENDING'
      AND m.type IN ('page.collected', 'domain.found') LIMIT waiting_limit) waiting) >= waiting_limit THEN
    UPDATE webhook_lanes SET news_at = clock_timestamp() WHERE webhook_id = hook AND subject_id = topic;
    RETURN false;
  END IF;
  SELECT count(*), max(n.no), array_agg(n.key::uuid) FILTER (WHERE n.subject = 'page'), array_agg(n.key) FILTER (WHERE n.subject = 'domain')
  INTO many, last, keys, names
  FROM (SELECT * FROM collection_news c WHERE c.topic_id = topic AND c.no > place ORDER BY c.no LIMIT row_limit) n;
  SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]') INTO pages FROM (
    SELECT c.url_key AS key, c.url, c.domain, left(c.title, 300) AS title, c.language, c.probability, utc_text(c.first_found_at) AS "firstFoundAt"
    FROM unnest(keys) WITH ORDINALITY AS k (url_key, place) JOIN collection_pages c ON c.topic_id = topic AND c.url_key = k.url_key
    WHERE 'page.collected' = ANY(wanted.types) AND c.relevant AND c.representative AND c.first_found_at >= wanted.news_since ORDER BY k.place) p;
  SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') INTO domains FROM (
    SELECT d.name, d.pages, d.relevant, utc_text(f.first_found_at) AS "firstFoundAt"
    FROM unnest(names) WITH ORDINALITY AS k (name, place) JOIN collection_domains d ON d.topic_id = topic AND d.name = k.name
    CROSS JOIN LATERAL (
      SELECT c.first_found_at FROM collection_pages c WHERE c.topic_id = topic AND c.domain = d.name AND c.relevant AND c.representative ORDER BY c.first_found_at LIMIT 1) f
    WHERE 'domain.found' = ANY(wanted.types) AND f.first_found_at >= wanted.news_since
      AND NOT EXISTS (SELECT FROM collection_remarks r WHERE r.topic_id = topic AND r.subject = 'domain' AND r.key = d.name AND r.verdict = 'reject') ORDER BY k.place) d;
  DELETE FROM collection_news n WHERE n.topic_id = topic AND (n.subject, n.key) IN (
    SELECT g.subject, g.key FROM collection_news g WHERE g.topic_id = topic AND g.no > place AND g.no <= last
      AND NOT CASE g.subject
        WHEN 'page' THEN EXISTS (SELECT FROM collection_pages c WHERE c.topic_id = topic AND c.url_key = g.key::uuid AND c.relevant AND c.representative)
        ELSE EXISTS (SELECT FROM collection_domains d WHERE d.topic_id = topic AND d.name = g.key AND d.relevant > 0) END
    ORDER BY g.no FOR UPDATE SKIP LOCKED);
  UPDATE webhook_lanes SET news_no = coalesce(last, place), news_at = CASE WHEN many = row_limit THEN news_at END WHERE webhook_id = hook AND subject_id = topic;
  IF jsonb_array_length(domains) > 0 THEN
    PERFORM tell_webhook(hook, 'domain.found', topic, NULL, topic, jsonb_build_object('topicId', topic, 'domains', domains));
  END IF;
  IF jsonb_array_length(pages) > 0 THEN
    PERFORM tell_webhook(hook, 'page.collected', topic, NULL, topic, jsonb_build_object('topicId', topic, 'pages', pages));
  END IF;
  RETURN many = row_limit;
END $$;

-- As before; lanes of topics stay while their news are sent.
CREATE OR REPLACE FUNCTION sweep_webhooks(days integer, at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  DELETE FROM webhook_messages WHERE id IN (SELECT m.id FROM webhook_messages m WHERE m.created_at < now() - make_interval(days => days) LIMIT at_once);
  GET DIAGNOSTICS gone = ROW_COUNT;
  PERFORM tell_held_end(o.webhook_id, o.subject_id) FROM (
    SELECT l.webhook_id, l.subject_id FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id AND w.enabled
    WHERE l.held_at < now() - interval '1 day' ORDER BY l.webhook_id, l.subject_id LIMIT at_once) o;
  UPDATE webhook_lanes l SET news_no = NULL, news_at = NULL FROM webhooks w
  WHERE l.news_no IS NOT NULL AND w.id = l.webhook_id AND (w.news_since IS NULL OR NOT EXISTS (SELECT FROM topics t WHERE t.id = l.subject_id));
  DELETE FROM webhook_lanes l WHERE l.due_at IS NULL AND l.pages_seq IS NULL AND l.labels_seq IS NULL AND l.news_no IS NULL AND l.claimed_until IS NULL AND l.held_end IS NULL;
  DELETE FROM webhook_secrets s WHERE s.expires_at < now();
  RETURN gone;
END $$;

-- Deletes some noted news of topics of which no webhook wants any. @return how many
CREATE FUNCTION sweep_collection_news(at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  WITH RECURSIVE noted AS (
    (SELECT topic_id FROM collection_news ORDER BY topic_id LIMIT 1)
    UNION ALL SELECT (SELECT n.topic_id FROM collection_news n WHERE n.topic_id > t.topic_id ORDER BY n.topic_id LIMIT 1) FROM noted t WHERE t.topic_id IS NOT NULL)
  DELETE FROM collection_news WHERE (topic_id, no) IN (
    SELECT n.topic_id, n.no FROM noted t CROSS JOIN LATERAL (SELECT c.topic_id, c.no FROM collection_news c WHERE c.topic_id = t.topic_id ORDER BY c.no LIMIT at_once) n
    WHERE t.topic_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_lanes l WHERE l.subject_id = t.topic_id AND l.news_no IS NOT NULL) LIMIT at_once);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['note_collection_news()', 'tell_collection_news(uuid, uuid, integer, integer)', 'sweep_collection_news(integer)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', part);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO gleaner_worker', part);
  END LOOP;
END $$;
