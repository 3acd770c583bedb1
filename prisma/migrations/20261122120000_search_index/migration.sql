-- The full-text index follows the crawl instead of being written by it. Parsing the text of a page takes longer than all other writing of it, so a commit parses
-- nothing: workers do it afterwards, at their leisure, for all pages and not for relevant ones alone. Sessions that are there already are indexed the same way.
DROP INDEX "pages_fulltext_idx";

-- One row for each indexed page with a text. Among the lexemes is one that names the session, so that the index answers for one session alone.
CREATE TABLE "page_lexemes" (
  "session_id" UUID NOT NULL,
  "step" INTEGER NOT NULL,
  "lexemes" TSVECTOR NOT NULL,
  CONSTRAINT "page_lexemes_pkey" PRIMARY KEY ("session_id", "step")
);
-- ANALYZE would unpack the lexemes of each page it samples. No query is planned by which of them are frequent.
ALTER TABLE "page_lexemes" ALTER COLUMN "lexemes" SET STATISTICS 0;
CREATE INDEX "page_lexemes_lexemes_idx" ON "page_lexemes" USING GIN ("lexemes");

-- How far the index of a session has come: the pages whose `seq` is below `indexed` have their lexemes.
CREATE TABLE "search_progress" (
  "session_id" UUID NOT NULL,
  "indexed" INTEGER NOT NULL DEFAULT 0,
  "indexed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "search_progress_pkey" PRIMARY KEY ("session_id"),
  CONSTRAINT "search_progress_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
