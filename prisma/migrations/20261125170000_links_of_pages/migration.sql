-- The links of a page are one row. As rows of their own they were half of what a page takes, and most of what PostgreSQL computed in a crawl.
--
-- Lists of equal length, an item a link in the order of the page. The texts of a link lie one behind the other in "texts": what stands before it, the anchor,
-- what stands after it, each with its length. A blank lies between two of them where "marks" says so. Links share parts of "texts". Offsets and lengths are in
-- bytes of UTF-8: that way a text is found without reading those before it.
CREATE TABLE "page_links" (
  "session_id" UUID NOT NULL,
  -- Step of the page.
  "source" INTEGER NOT NULL,
  "url_nos" INTEGER[] NOT NULL,
  -- NULL: 0, 1, 2 and so on.
  "positions" INTEGER[],
  "starts" INTEGER[] NOT NULL,
  "befores" SMALLINT[] NOT NULL,
  "anchors" SMALLINT[] NOT NULL,
  "afters" SMALLINT[] NOT NULL,
  -- 8 times the number of the place, and of these what holds: 1, a blank before the anchor; 2, a blank after it; 4, nofollow.
  "marks" SMALLINT[] NOT NULL,
  -- From 0, into "headings", which has each heading once.
  "heading_nos" SMALLINT[] NOT NULL,
  -- Of "tag_paths", 0 when it is not known where the link stands.
  "tag_path_nos" INTEGER[] NOT NULL,
  "headings" TEXT[] NOT NULL,
  "texts" BYTEA NOT NULL,
  CONSTRAINT "page_links_pkey" PRIMARY KEY ("session_id", "source")
) PARTITION BY RANGE ("session_id");

-- Everything is written anew, so that there is no partition of earlier sessions as "pages" and "urls" have it. A row is left whole up to half a block: two go
-- into one, and only what is longer is compressed.
DO $$
BEGIN
  CREATE TABLE partitions."page_links_hashed" PARTITION OF "page_links" FOR VALUES FROM (MINVALUE) TO (MAXVALUE) PARTITION BY HASH ("session_id");
  FOR remainder IN 0..15 LOOP
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF partitions."page_links_hashed" FOR VALUES WITH (MODULUS 16, REMAINDER %s) WITH (toast_tuple_target = 4080)',
      'page_links_' || lpad(remainder::text, 2, '0'), remainder);
  END LOOP;
END $$;

-- What there is, page by page: the texts of each link for themselves. None is as long as 8000 characters; so it fits for certain.
INSERT INTO "page_links"
SELECT page.session_id, page.source, packed.* FROM (SELECT DISTINCT session_id, source FROM "links") page
CROSS JOIN LATERAL (
  SELECT array_agg(url_no ORDER BY position), CASE WHEN bool_or(position <> place) THEN array_agg(position ORDER BY position) END,
    array_agg((ends - octet_length(texts))::int ORDER BY position),
    array_agg(octet_length(before)::smallint ORDER BY position), array_agg(octet_length(anchor)::smallint ORDER BY position),
    array_agg(octet_length(after)::smallint ORDER BY position), array_agg(mark::smallint ORDER BY position),
    array_agg(heading_no::smallint ORDER BY position), array_agg(tag_path_no ORDER BY position),
    array_agg(DISTINCT heading ORDER BY heading), string_agg(texts, '' ORDER BY position)
  FROM (
    SELECT l.*, before || anchor || after AS texts, sum(octet_length(before) + octet_length(anchor) + octet_length(after)) OVER by_position AS ends,
      row_number() OVER by_position - 1 AS place, dense_rank() OVER (ORDER BY heading) - 1 AS heading_no
    FROM (
      SELECT position, url_no, tag_path_no, heading, convert_to(left(before, 8000), 'UTF8') AS before,
        convert_to(left(anchor, 8000), 'UTF8') AS anchor, convert_to(left(after, 8000), 'UTF8') AS after,
        8 * coalesce(array_position(ARRAY['main', 'navigation', 'header', 'footer', 'aside', 'sitemap', 'search'], place) - 1, 0)
          + CASE WHEN nofollow THEN 4 ELSE 0 END AS mark
      FROM "links" WHERE session_id = page.session_id AND source = page.source
    ) l
    WINDOW by_position AS (ORDER BY position)
  ) l
) packed;

DROP TABLE "links";

-- Which pages link to a URL. Beside its URLs a page is found by its part of its session: 2048 steps. So a search for the first of the many pages that link to a
-- URL goes through as few of them as it needs. Always negative, as no URL number is.
CREATE FUNCTION links_part("session" UUID, "step" INTEGER) RETURNS INTEGER LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (uuid_hash("session") # hashint4("step" >> 11)) | (-2147483648);
CREATE INDEX "page_links_url_nos_idx" ON "page_links" USING GIN (array_append("url_nos", links_part("session_id", "source")));

-- Nobody plans by what is in the lists, and to find it out takes seconds.
DO $$
DECLARE
  list record;
BEGIN
  FOR list IN
    SELECT a.attrelid::regclass AS whole, a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE (c.oid = 'page_links'::regclass OR pg_partition_root(c.oid) = 'page_links'::regclass) AND c.relkind IN ('r', 'p')
      AND a.attnum > 0 AND a.attname NOT IN ('session_id', 'source')
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', list.whole, list.name);
  END LOOP;
  FOR list IN SELECT relid::regclass AS whole FROM pg_partition_tree('page_links_url_nos_idx') LOOP
    EXECUTE format('ALTER INDEX %s ALTER COLUMN 1 SET STATISTICS 0', list.whole);
  END LOOP;
END $$;

ALTER TABLE "page_links" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "page_links" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = "page_links"."session_id"));
GRANT SELECT, INSERT, UPDATE, DELETE ON "page_links" TO gleaner_api, gleaner_worker;

-- Indexes of partitions are called as those of the whole table, with the end of the partition's name. Should somebody give a role rights on a partition, it sees
-- no row there.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT c.relname AS made, w.relname || substring(t.relname FROM '_[^_]+$') AS name
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class w ON w.oid = pg_partition_root(c.oid)
    WHERE t.relnamespace = 'partitions'::regnamespace AND t.relname LIKE 'page\_links\_%'
  LOOP
    IF part.made <> part.name THEN
      EXECUTE format('ALTER INDEX partitions.%I RENAME TO %I', part.made, part.name);
    END IF;
  END LOOP;
  FOR part IN SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind IN ('r', 'p') AND relname LIKE 'page\_links\_%' LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', part.name);
    EXECUTE format('REVOKE ALL ON %s FROM gleaner_api, gleaner_worker', part.name);
  END LOOP;
END $$;

-- A row a link, to be read. Texts and headings are taken out of storage once a page.
CREATE VIEW "links" WITH (security_invoker = true) AS
SELECT p.session_id, p.source, coalesce(l.position, l.no::int - 1) AS position, l.url_no,
  convert_from(substr(t.texts, l.start + 1 + l.before + (l.mark & 1), l.anchor), 'UTF8') AS anchor,
  convert_from(substr(t.texts, l.start + 1, l.before), 'UTF8') AS before,
  convert_from(substr(t.texts, l.start + 1 + l.before + (l.mark & 1) + l.anchor + ((l.mark >> 1) & 1), l.after), 'UTF8') AS after,
  t.headings[l.heading_no + 1] AS heading,
  (ARRAY['main', 'navigation', 'header', 'footer', 'aside', 'sitemap', 'search'])[(l.mark >> 3) + 1] AS place,
  l.mark & 4 <> 0 AS nofollow, l.tag_path_no
FROM "page_links" p
CROSS JOIN LATERAL (SELECT p.texts || ''::bytea AS texts, p.headings || '{}'::text[] AS headings OFFSET 0) t
CROSS JOIN LATERAL unnest(p.url_nos, p.positions, p.starts, p.befores, p.anchors, p.afters, p.marks, p.heading_nos, p.tag_path_nos) WITH ORDINALITY
  AS l (url_no, position, start, before, anchor, after, mark, heading_no, tag_path_no, no);
REVOKE ALL ON "links" FROM gleaner_api, gleaner_worker;
GRANT SELECT ON "links" TO gleaner_api, gleaner_worker;

-- Steps of pages that link to one of these URLs, in their order (or backward) from a step on, so many at most. Looks part by part: where many pages link to a
-- URL, few of them are looked at. The index answers through this function: under row-level security PostgreSQL does not ask it by an operator that might tell
-- what it sees.
CREATE FUNCTION linking_steps("of_session" UUID, "to_urls" INTEGER[], "from_step" INTEGER, "most" INTEGER, "backward" BOOLEAN DEFAULT false)
RETURNS SETOF INTEGER LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public ROWS 100 AS $$
DECLARE
  last_step integer;
  low integer;
  high integer;
  parts integer := 1;
  found_steps integer := 0;
  taken integer;
BEGIN
  IF NOT EXISTS (SELECT FROM sessions s WHERE s.id = of_session AND (s.project_id = gleaner_project() OR current_setting('role') = 'gleaner_worker')) THEN
    RETURN;
  END IF;
  SELECT max(source) INTO last_step FROM page_links WHERE session_id = of_session;
  high := least(from_step, last_step);
  low := CASE WHEN backward THEN high ELSE from_step END;
  WHILE found_steps < most AND low <= last_step AND high >= 0 LOOP
    IF backward THEN
      low := greatest(((high >> 11) - parts + 1) << 11, 0);
    ELSE
      high := least((((low >> 11) + parts) << 11) - 1, last_step);
    END IF;
    RETURN QUERY
      SELECT p.source FROM page_links p
      WHERE p.session_id = of_session AND p.source BETWEEN low AND high AND array_append(p.url_nos, links_part(p.session_id, p.source)) && to_urls
        AND array_append(p.url_nos, links_part(p.session_id, p.source)) && ARRAY(SELECT links_part(of_session, part << 11) FROM generate_series(low >> 11, high >> 11) part)
      ORDER BY CASE WHEN backward THEN -p.source ELSE p.source END LIMIT most - found_steps;
    GET DIAGNOSTICS taken = ROW_COUNT;
    found_steps := found_steps + taken;
    IF backward THEN
      high := low - 1;
    ELSE
      low := high + 1;
    END IF;
    parts := least(4 * parts, 32);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION linking_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION linking_steps TO gleaner_api, gleaner_worker;
