-- URLs that may become seeds of a topic, and what was decided about them.
CREATE TABLE "seed_candidates" (
  "id" UUID NOT NULL,
  "topic_id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "snippet" TEXT NOT NULL,
  "status" "CandidateStatus" NOT NULL DEFAULT 'pending',
  "score" DOUBLE PRECISION NOT NULL,
  "relevance" DOUBLE PRECISION NOT NULL,
  "read" BOOLEAN NOT NULL,
  -- A list of {source, by}.
  "findings" JSONB NOT NULL,
  "reason" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "seed_candidates_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "seed_candidates_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "seed_candidates_topic_id_url_key" ON "seed_candidates" ("topic_id", "url");
CREATE INDEX "seed_candidates_topic_id_score_id_idx" ON "seed_candidates" ("topic_id", "score" DESC, "id");

ALTER TABLE "seed_candidates" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "seed_candidates" TO gleaner_api USING (EXISTS (SELECT FROM topics w WHERE w.id = seed_candidates.topic_id));

CREATE TRIGGER noted_insert AFTER INSERT ON "seed_candidates" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'gleaner_project()');
CREATE TRIGGER noted_update AFTER UPDATE ON "seed_candidates" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'gleaner_project()');
CREATE TRIGGER noted_delete AFTER DELETE ON "seed_candidates" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'gleaner_project()');
