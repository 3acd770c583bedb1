-- What a restart needs besides the step log, and a bound on the text that is indexed: a tsvector may not exceed 1 MB, and indexing costs
-- more than storing.
ALTER TABLE "sessions" ADD COLUMN "in_flight" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "stalled_claims" INTEGER NOT NULL DEFAULT 0;

DROP INDEX "pages_fulltext_idx";
CREATE INDEX "pages_fulltext_idx" ON "pages"
    USING GIN (to_tsvector('english', left(coalesce("title", '') || ' ' || coalesce("text", ''), 20000)));
