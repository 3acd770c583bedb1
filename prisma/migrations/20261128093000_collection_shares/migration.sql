-- Links by which anybody who has them reads one collection.
CREATE TABLE "collection_shares" (
  "id" UUID NOT NULL,
  "topic_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  -- SHA-256 of the secret in the token.
  "secret_hash" BYTEA NOT NULL,
  -- Only relevant pages, and domains with relevant pages.
  "relevant_only" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "collection_shares_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "collection_shares_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "collection_shares_topic_id_created_at_id_idx" ON "collection_shares" ("topic_id", "created_at", "id");

ALTER TABLE "collection_shares" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "collection_shares" TO gleaner_api USING (EXISTS (SELECT FROM topics w WHERE w.id = collection_shares.topic_id));

CREATE TRIGGER noted_insert AFTER INSERT ON "collection_shares" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'gleaner_project()');
CREATE TRIGGER noted_update AFTER UPDATE ON "collection_shares" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'gleaner_project()');
CREATE TRIGGER noted_delete AFTER DELETE ON "collection_shares" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'gleaner_project()');
