-- What a session's policy had learnt at a checkpoint: a replay of the log takes it from here instead of learning again.
CREATE TABLE "learnt_states" (
  "session_id" UUID NOT NULL,
  "completed" INTEGER NOT NULL,
  "data" BYTEA NOT NULL,
  CONSTRAINT "learnt_states_pkey" PRIMARY KEY ("session_id", "completed")
);
-- Weights do not compress.
ALTER TABLE "learnt_states" ALTER COLUMN "data" SET STORAGE EXTERNAL;
