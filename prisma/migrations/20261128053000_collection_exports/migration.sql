-- Stored exports of collections: an export is of a session or of the collection of a topic.
ALTER TABLE "exports"
  ALTER COLUMN "session_id" DROP NOT NULL,
  ADD COLUMN "topic_id" UUID,
  -- Pages that no archive has, so that the file has not either.
  ADD COLUMN "left_out" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "exports_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "exports_of_one" CHECK (num_nonnulls("session_id", "topic_id") = 1);
CREATE INDEX "exports_topic_id_created_at_id_idx" ON "exports" ("topic_id", "created_at", "id");
