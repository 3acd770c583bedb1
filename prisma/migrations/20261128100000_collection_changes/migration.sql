-- Pages of a collection that have changed since a time, also where none has.
CREATE INDEX "collection_pages_changed_idx" ON "collection_pages" ("topic_id", "changed_at") WHERE "changed_at" IS NOT NULL;
