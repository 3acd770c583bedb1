-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "KeywordKind" AS ENUM ('keyword', 'phrase');

-- CreateEnum
CREATE TYPE "KeywordOrigin" AS ENUM ('user', 'expanded');

-- CreateEnum
CREATE TYPE "ModelStatus" AS ENUM ('TRAINING', 'READY', 'FAILED');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('QUEUED', 'RUNNING', 'DONE', 'FAILED');

-- CreateEnum
CREATE TYPE "SessionState" AS ENUM ('QUEUED', 'STARTING', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED');

-- CreateEnum
CREATE TYPE "SessionCommand" AS ENUM ('PAUSE', 'STOP');

-- CreateTable
CREATE TABLE "topics" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT 'en',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "topics_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seeds" (
    "topic_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "seeds_pkey" PRIMARY KEY ("topic_id","url")
);

-- CreateTable
CREATE TABLE "keyword_sets" (
    "id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyword_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "keywords" (
    "keyword_set_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "kind" "KeywordKind" NOT NULL,
    "origin" "KeywordOrigin" NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "keywords_pkey" PRIMARY KEY ("keyword_set_id","text")
);

-- CreateTable
CREATE TABLE "examples" (
    "id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "url" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "text" TEXT,
    "relevant" BOOLEAN NOT NULL,
    "fetch_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "examples_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "models" (
    "id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" "ModelStatus" NOT NULL,
    "config" JSONB NOT NULL,
    "keyword_set_version" INTEGER,
    "metrics" JSONB,
    "threshold" DOUBLE PRECISION,
    "weights" BYTEA,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "trained_at" TIMESTAMPTZ(3),

    CONSTRAINT "models_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "payload" JSONB NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'QUEUED',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "result" JSONB,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "keyword_set_id" UUID NOT NULL,
    "model_id" UUID NOT NULL,
    "policy" TEXT NOT NULL,
    "policy_version" INTEGER NOT NULL,
    "policy_config" JSONB NOT NULL,
    "config" JSONB NOT NULL,
    "seed" INTEGER NOT NULL,
    "state" "SessionState" NOT NULL DEFAULT 'QUEUED',
    "state_reason" TEXT,
    "command" "SessionCommand",
    "error" TEXT,
    "seeds" TEXT[],
    "lease_owner" TEXT,
    "lease_epoch" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "active_ms" BIGINT NOT NULL DEFAULT 0,
    "found" INTEGER NOT NULL DEFAULT 0,
    "fetched" INTEGER NOT NULL DEFAULT 0,
    "relevant" INTEGER NOT NULL DEFAULT 0,
    "domains" INTEGER NOT NULL DEFAULT 0,
    "relevant_domains" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "robots_denied" INTEGER NOT NULL DEFAULT 0,
    "frontier_size" INTEGER NOT NULL DEFAULT 0,
    "completed" INTEGER NOT NULL DEFAULT 0,
    "recent_relevant" INTEGER NOT NULL DEFAULT 0,
    "recent_fetched" INTEGER NOT NULL DEFAULT 0,
    "pages_per_second" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "policy_stats" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "urls" (
    "session_id" UUID NOT NULL,
    "url_no" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "domain_no" INTEGER NOT NULL,
    "out_of_scope" TEXT,

    CONSTRAINT "urls_pkey" PRIMARY KEY ("session_id","url_no")
);

-- CreateTable
CREATE TABLE "domains" (
    "session_id" UUID NOT NULL,
    "domain_no" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "fetched" INTEGER NOT NULL DEFAULT 0,
    "relevant" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "first_step" INTEGER,
    "first_relevant_step" INTEGER,

    CONSTRAINT "domains_pkey" PRIMARY KEY ("session_id","domain_no")
);

-- CreateTable
CREATE TABLE "pages" (
    "session_id" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "chosen_after" INTEGER NOT NULL,
    "url_no" INTEGER NOT NULL,
    "source" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT,
    "final_url_no" INTEGER NOT NULL,
    "domain_no" INTEGER NOT NULL,
    "redirects" TEXT[],
    "http_status" INTEGER,
    "content_type" TEXT,
    "charset" TEXT,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "truncated" BOOLEAN NOT NULL,
    "rendered" BOOLEAN NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "headings" TEXT[],
    "language" TEXT,
    "text" TEXT,
    "main_text" TEXT,
    "link_count" INTEGER NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "relevant" BOOLEAN NOT NULL,
    "reward" DOUBLE PRECISION NOT NULL,
    "depth" INTEGER NOT NULL,
    "why" JSONB NOT NULL,

    CONSTRAINT "pages_pkey" PRIMARY KEY ("session_id","step")
);

-- CreateTable
CREATE TABLE "links" (
    "session_id" UUID NOT NULL,
    "source" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "url_no" INTEGER NOT NULL,
    "anchor" TEXT NOT NULL,
    "before" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "heading" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "nofollow" BOOLEAN NOT NULL,

    CONSTRAINT "links_pkey" PRIMARY KEY ("session_id","source","position")
);

-- CreateTable
CREATE TABLE "checkpoints" (
    "session_id" UUID NOT NULL,
    "completed" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "parts" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("session_id","completed","part")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "key" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("key","operation")
);

-- CreateIndex
CREATE UNIQUE INDEX "topics_name_key" ON "topics"("name");

-- CreateIndex
CREATE INDEX "topics_created_at_id_idx" ON "topics"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "keyword_sets_topic_id_version_key" ON "keyword_sets"("topic_id", "version");

-- CreateIndex
CREATE INDEX "examples_topic_id_created_at_id_idx" ON "examples"("topic_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "examples_topic_id_url_key" ON "examples"("topic_id", "url");

-- CreateIndex
CREATE INDEX "models_topic_id_created_at_id_idx" ON "models"("topic_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "models_topic_id_version_key" ON "models"("topic_id", "version");

-- CreateIndex
CREATE INDEX "jobs_status_created_at_idx" ON "jobs"("status", "created_at");

-- CreateIndex
CREATE INDEX "jobs_subject_id_idx" ON "jobs"("subject_id");

-- CreateIndex
CREATE INDEX "sessions_topic_id_created_at_id_idx" ON "sessions"("topic_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sessions_created_at_id_idx" ON "sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "sessions_state_lease_expires_at_idx" ON "sessions"("state", "lease_expires_at");

-- CreateIndex
CREATE INDEX "urls_session_id_host_idx" ON "urls"("session_id", "host");

-- CreateIndex
CREATE INDEX "domains_session_id_relevant_domain_no_idx" ON "domains"("session_id", "relevant", "domain_no");

-- CreateIndex
CREATE INDEX "domains_session_id_fetched_domain_no_idx" ON "domains"("session_id", "fetched", "domain_no");

-- CreateIndex
CREATE UNIQUE INDEX "domains_session_id_name_key" ON "domains"("session_id", "name");

-- CreateIndex
CREATE INDEX "pages_session_id_url_no_idx" ON "pages"("session_id", "url_no");

-- CreateIndex
CREATE INDEX "pages_session_id_final_url_no_idx" ON "pages"("session_id", "final_url_no");

-- CreateIndex
CREATE INDEX "pages_session_id_domain_no_step_idx" ON "pages"("session_id", "domain_no", "step");

-- CreateIndex
CREATE INDEX "pages_session_id_relevant_step_idx" ON "pages"("session_id", "relevant", "step");

-- CreateIndex
CREATE INDEX "pages_session_id_outcome_step_idx" ON "pages"("session_id", "outcome", "step");

-- CreateIndex
CREATE INDEX "pages_session_id_score_step_idx" ON "pages"("session_id", "score", "step");

-- CreateIndex
CREATE UNIQUE INDEX "pages_session_id_seq_key" ON "pages"("session_id", "seq");

-- CreateIndex
CREATE INDEX "links_session_id_url_no_idx" ON "links"("session_id", "url_no");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "seeds" ADD CONSTRAINT "seeds_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keyword_sets" ADD CONSTRAINT "keyword_sets_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keywords" ADD CONSTRAINT "keywords_keyword_set_id_fkey" FOREIGN KEY ("keyword_set_id") REFERENCES "keyword_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "examples" ADD CONSTRAINT "examples_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "models" ADD CONSTRAINT "models_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_keyword_set_id_fkey" FOREIGN KEY ("keyword_set_id") REFERENCES "keyword_sets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- Full-text search over pages. A query uses the index only when it repeats this expression to the letter. A tsvector holds at most 1 MB: the cut
-- keeps a page of hostile length from failing its commit.
CREATE INDEX "pages_fulltext_idx" ON "pages"
    USING GIN (to_tsvector('english', left(coalesce("title", '') || ' ' || coalesce("text", ''), 200000)));
