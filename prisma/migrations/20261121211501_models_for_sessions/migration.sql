-- Models made for sessions are shared: of each content at most one is made.
ALTER TABLE "models" ADD COLUMN "made_from" TEXT;
CREATE UNIQUE INDEX "models_made_from_key" ON "models" ("topic_id", "made_from") WHERE "status" <> 'FAILED';
-- Sessions that wait for a model are found by it.
CREATE INDEX "sessions_model_id_idx" ON "sessions" ("model_id");
