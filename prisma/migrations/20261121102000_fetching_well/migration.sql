-- What a page says of its attempt, its host, its rendering, its duplicates and its changes.
ALTER TABLE "pages"
  ADD COLUMN "choice" INTEGER,
  ADD COLUMN "attempt" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "retryable" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "host_wait_ms" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "render_reason" TEXT,
  ADD COLUMN "duplicate_of" INTEGER,
  ADD COLUMN "content_hash" BIGINT,
  ADD COLUMN "simhash" BIGINT,
  ADD COLUMN "noindex" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "sitemaps" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "change" TEXT;
UPDATE "pages" SET "choice" = "step";
ALTER TABLE "pages" ALTER COLUMN "choice" SET NOT NULL;

CREATE TABLE "visits" (
  "topic_id" UUID NOT NULL,
  "url_hash" BIGINT NOT NULL,
  "fetched_at" TIMESTAMPTZ(3) NOT NULL,
  "url" TEXT NOT NULL,
  "session_id" UUID NOT NULL,
  "step" INTEGER NOT NULL,
  "change" TEXT NOT NULL,
  "http_status" INTEGER,
  "content_hash" BIGINT,
  "etag" TEXT,
  "last_modified" TEXT,
  CONSTRAINT "visits_pkey" PRIMARY KEY ("topic_id", "url_hash", "fetched_at", "session_id", "step")
);
ALTER TABLE "visits" ADD CONSTRAINT "visits_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "screenshots" (
  "session_id" UUID NOT NULL,
  "step" INTEGER NOT NULL,
  "data" BYTEA NOT NULL,
  CONSTRAINT "screenshots_pkey" PRIMARY KEY ("session_id", "step")
);

CREATE TABLE "robots_files" (
  "origin" TEXT NOT NULL,
  "body" TEXT,
  "cause" TEXT,
  "backoff_ms" INTEGER NOT NULL DEFAULT 0,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "robots_files_pkey" PRIMARY KEY ("origin")
);
CREATE INDEX "robots_files_expires_at_idx" ON "robots_files"("expires_at");

CREATE TABLE "host_states" (
  "host" TEXT NOT NULL,
  "delay_ms" INTEGER NOT NULL,
  "not_before" TIMESTAMPTZ(3) NOT NULL,
  "failures_in_row" INTEGER NOT NULL DEFAULT 0,
  "openings" INTEGER NOT NULL DEFAULT 0,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "host_states_pkey" PRIMARY KEY ("host")
);
CREATE INDEX "host_states_updated_at_idx" ON "host_states"("updated_at");
