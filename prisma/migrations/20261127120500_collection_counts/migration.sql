-- Keeps the sums of domains, whoever changes pages. As before, but most statements insert, change or delete nothing: then nothing is planned either.
CREATE OR REPLACE FUNCTION count_collected_pages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM later'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM earlier'
    ELSE 'SELECT 1 AS sign, * FROM later UNION ALL SELECT -1 AS sign, * FROM earlier' END;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM earlier LIMIT 1;
  ELSE
    PERFORM FROM later LIMIT 1;
  END IF;
  IF NOT FOUND THEN RETURN NULL; END IF;
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
