-- What screens ask of large sessions again and again: their curves, and which URLs they have as relevant. Reading all pages for it takes longer the larger a
-- session is. Both repeat what "pages" says, and are written in the transaction that writes the pages.

-- The curve of a session, cut into stretches of 50 steps in the order of completion, not summed up.
CREATE TABLE "curve_stretches" (
  "session_id" UUID NOT NULL,
  -- Steps whose "seq" divided by 50 is this.
  "no" INTEGER NOT NULL,
  "completed" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "fetched" INTEGER NOT NULL,
  "relevant" INTEGER NOT NULL,
  "reward" DOUBLE PRECISION NOT NULL,
  "new_domains" INTEGER NOT NULL,
  "new_relevant_domains" INTEGER NOT NULL,
  CONSTRAINT "curve_stretches_pkey" PRIMARY KEY ("session_id", "no")
);

-- The URLs of the relevant pages of a session, 64 bits of each, with the first step that found it so.
CREATE TABLE "found_urls" (
  "session_id" UUID NOT NULL,
  "url_hash" BIGINT NOT NULL,
  "step" INTEGER NOT NULL,
  CONSTRAINT "found_urls_pkey" PRIMARY KEY ("session_id", "url_hash") INCLUDE ("step")
);

-- Notes steps whose "seq" is from "since" on and below "until". They are in "pages", are counted in "domains", and are the last of their session: a domain is
-- new with them when it has no more pages than they brought.
CREATE FUNCTION note_steps(of_session UUID, since INTEGER, until INTEGER) RETURNS VOID LANGUAGE sql AS $$
  WITH steps AS MATERIALIZED (
    SELECT p.seq, p.domain_no, p.outcome = 'page' AS ok, p.relevant, p.reward, p.fetched_at FROM pages p WHERE p.session_id = of_session AND p.seq >= since AND p.seq < until
  ),
  sums AS (
    SELECT seq / 50 AS no, max(seq) + 1 AS completed, max(fetched_at) AS at, count(*) FILTER (WHERE ok) AS fetched, count(*) FILTER (WHERE relevant) AS relevant,
      sum(reward) AS reward
    FROM steps GROUP BY 1
  ),
  seen AS (
    SELECT domain_no, min(seq) FILTER (WHERE ok) AS ok, min(seq) FILTER (WHERE relevant) AS relevant, count(*) FILTER (WHERE ok) AS pages,
      count(*) FILTER (WHERE relevant) AS relevant_pages
    FROM steps GROUP BY domain_no
  ),
  firsts AS (
    SELECT CASE WHEN d.fetched = s.pages THEN s.ok / 50 END AS ok, CASE WHEN d.relevant = s.relevant_pages THEN s.relevant / 50 END AS relevant
    FROM seen s JOIN domains d ON d.session_id = of_session AND d.domain_no = s.domain_no
  )
  INSERT INTO curve_stretches AS c (session_id, no, completed, at, fetched, relevant, reward, new_domains, new_relevant_domains)
  SELECT of_session, no, completed, at, fetched, relevant, reward, coalesce(f.n, 0), coalesce(r.n, 0) FROM sums
    LEFT JOIN (SELECT ok AS no, count(*) AS n FROM firsts GROUP BY ok) f USING (no)
    LEFT JOIN (SELECT relevant AS no, count(*) AS n FROM firsts GROUP BY relevant) r USING (no)
  ON CONFLICT (session_id, no) DO UPDATE SET completed = excluded.completed, at = greatest(c.at, excluded.at), fetched = c.fetched + excluded.fetched,
    relevant = c.relevant + excluded.relevant, reward = c.reward + excluded.reward, new_domains = c.new_domains + excluded.new_domains,
    new_relevant_domains = c.new_relevant_domains + excluded.new_relevant_domains;

  INSERT INTO found_urls AS f (session_id, url_hash, step)
  SELECT of_session, hashtextextended(u.url, 0), min(p.step) FROM pages p
    CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = of_session AND url_no = p.final_url_no LIMIT 1) u
  WHERE p.session_id = of_session AND p.seq >= since AND p.seq < until AND p.relevant GROUP BY 2
  ON CONFLICT (session_id, url_hash) DO UPDATE SET step = least(f.step, excluded.step);
$$;

-- Does it again for all steps, after their judgements have changed.
CREATE FUNCTION note_steps_anew(of_session UUID) RETURNS VOID LANGUAGE sql AS $$
  DELETE FROM curve_stretches WHERE session_id = of_session;
  DELETE FROM found_urls WHERE session_id = of_session;
  SELECT note_steps(of_session, 0, 2147483647);
$$;

SELECT note_steps_anew(id) FROM "sessions";

-- Sessions were compared by it.
DROP INDEX "pages_relevant_final_url_idx";

ALTER TABLE "curve_stretches" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "curve_stretches" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = "curve_stretches"."session_id"));
ALTER TABLE "found_urls" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "found_urls" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = "found_urls"."session_id"));
