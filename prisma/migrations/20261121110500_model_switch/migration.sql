-- A running session can go on under another model.
ALTER TABLE "sessions" ADD COLUMN "pending_model_id" UUID;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_pending_model_id_fkey" FOREIGN KEY ("pending_model_id") REFERENCES "models"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "session_events" (
  "session_id" UUID NOT NULL,
  "no" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "kind" TEXT NOT NULL,
  "completed" INTEGER NOT NULL,
  "details" JSONB NOT NULL,
  CONSTRAINT "session_events_pkey" PRIMARY KEY ("session_id", "no")
);
