-- Spiders that are trained on earlier sessions, for sessions of any topic.
CREATE TYPE "SpiderStatus" AS ENUM ('TRAINING', 'READY', 'FAILED');

CREATE TABLE "spiders" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "status" "SpiderStatus" NOT NULL DEFAULT 'TRAINING',
  "bins" SMALLINT NOT NULL,
  "text" TEXT NOT NULL,
  "discount" DOUBLE PRECISION NOT NULL,
  "sessions" UUID[],
  "report" JSONB,
  "data" BYTEA,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "trained_at" TIMESTAMPTZ(3),
  CONSTRAINT "spiders_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "spiders_name_version_key" ON "spiders" ("name", "version");
CREATE INDEX "spiders_created_at_id_idx" ON "spiders" ("created_at", "id");

-- What a session was given that was learnt before: copied, so that a replay of its log begins with the same.
CREATE TABLE "session_priors" (
  "session_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "origin_id" UUID NOT NULL,
  "data" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "session_priors_pkey" PRIMARY KEY ("session_id")
);
