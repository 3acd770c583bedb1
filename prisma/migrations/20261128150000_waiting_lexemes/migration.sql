-- Setting `search: later` of a session: commits write the lexemes of pages here, without an index, for a third of the computing. Searches read them row by row. A
-- worker moves them to `page_lexemes`, in bulk, when somebody has searched, or when a project has many.
CREATE TABLE "waiting_lexemes" (
  "session_id" UUID NOT NULL,
  "step" INTEGER NOT NULL,
  "lexemes" TSVECTOR NOT NULL,
  CONSTRAINT "waiting_lexemes_pkey" PRIMARY KEY ("session_id", "step")
);
-- As for `page_lexemes`.
ALTER TABLE "waiting_lexemes" ALTER COLUMN "lexemes" SET STORAGE EXTERNAL;
ALTER TABLE "waiting_lexemes" ALTER COLUMN "lexemes" SET STATISTICS 0;
ALTER TABLE "waiting_lexemes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "waiting_lexemes" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = waiting_lexemes."session_id"));

ALTER TABLE "search_progress"
  -- Whether pages of the session may wait for the index.
  ADD COLUMN "waiting" BOOLEAN NOT NULL DEFAULT false,
  -- Whether somebody has searched them.
  ADD COLUMN "wanted" BOOLEAN NOT NULL DEFAULT false,
  -- Pages that have been moved to the index.
  ADD COLUMN "moved" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "search_progress_waiting_idx" ON "search_progress" ("session_id") WHERE "waiting";

-- The three functions that search find waiting pages, too: in one statement a page is in exactly one of the tables.
CREATE OR REPLACE FUNCTION indexed_steps(session uuid, search tsquery) RETURNS integer[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT CASE WHEN numnode(search) > 0 AND EXISTS (SELECT FROM sessions s WHERE s.id = session AND s.project_id = gleaner_project()) THEN ARRAY(
    SELECT l.step FROM page_lexemes l WHERE l.lexemes @@ (quote_literal(' ' || session)::tsquery && search)
    UNION ALL
    SELECT l.step FROM waiting_lexemes l WHERE l.session_id = session AND l.lexemes @@ search) ELSE '{}' END
$$;

CREATE OR REPLACE FUNCTION indexed_topic_steps(topic uuid, search tsquery) RETURNS TABLE (session_id uuid, step integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT l.session_id, l.step FROM page_lexemes l
  WHERE numnode(search) > 0 AND l.lexemes @@ (quote_literal(' ' || topic)::tsquery && search)
    AND EXISTS (SELECT FROM topics t WHERE t.id = topic AND t.project_id = gleaner_project())
  UNION ALL
  SELECT l.session_id, l.step FROM sessions s JOIN search_progress i ON i.session_id = s.id AND i.waiting
    CROSS JOIN LATERAL (SELECT w.session_id, w.step FROM waiting_lexemes w WHERE w.session_id = s.id AND w.lexemes @@ search OFFSET 0) l
  WHERE numnode(search) > 0 AND s.topic_id = topic AND s.project_id = gleaner_project()
$$;

CREATE OR REPLACE FUNCTION indexed_pages(search tsquery, most integer) RETURNS TABLE (session_id uuid, step integer, lexemes tsvector)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  (SELECT l.session_id, l.step, l.lexemes FROM page_lexemes l
  WHERE numnode(search) > 0 AND l.lexemes @@ search
    AND EXISTS (SELECT FROM sessions s WHERE s.id = l.session_id AND s.project_id = gleaner_project())
  LIMIT most)
  UNION ALL
  (SELECT l.session_id, l.step, l.lexemes FROM search_progress i JOIN sessions s ON s.id = i.session_id AND s.project_id = gleaner_project()
    CROSS JOIN LATERAL (SELECT w.session_id, w.step, w.lexemes FROM waiting_lexemes w WHERE w.session_id = s.id AND w.lexemes @@ search OFFSET 0) l
  WHERE numnode(search) > 0 AND i.waiting
  LIMIT most)
  LIMIT most
$$;
