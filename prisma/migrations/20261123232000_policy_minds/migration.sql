-- What a session's policy has learnt, for people: JSON, compressed. One row a session.
CREATE TABLE "policy_minds" (
  "session_id" UUID NOT NULL,
  "completed" INTEGER NOT NULL,
  "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "data" BYTEA NOT NULL,
  CONSTRAINT "policy_minds_pkey" PRIMARY KEY ("session_id"),
  CONSTRAINT "policy_minds_data_check" CHECK (octet_length("data") <= 262144)
);
-- It is compressed already.
ALTER TABLE "policy_minds" ALTER COLUMN "data" SET STORAGE EXTERNAL;

ALTER TABLE "policy_minds" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "policy_minds" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = "policy_minds"."session_id"));
