-- Monitors look at the relevant pages of a topic again and again, and keep what has changed.
CREATE TABLE "monitors" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "topic_id" UUID NOT NULL,
  -- Whose pages it began with; null where it began with those of all sessions of the topic. It may have been deleted since.
  "session_id" UUID,
  "name" TEXT NOT NULL,
  -- What users set (modules/monitors: MonitorSettings).
  "settings" JSONB NOT NULL,
  -- Settings of the session that it began with, for those of its runs.
  "crawl" JSONB NOT NULL,
  -- SHA-256 of the secret by which feed readers read its feed, and nothing else.
  "feed_token_hash" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "monitors_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "monitors_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "monitors_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitors_project_id_created_at_id_idx" ON "monitors" ("project_id", "created_at", "id");
CREATE INDEX "monitors_topic_id_idx" ON "monitors" ("topic_id");

-- One time that a monitor looks: a session for the pages that it knows, and another one for what is near them.
CREATE TABLE "monitor_runs" (
  "id" UUID NOT NULL,
  "monitor_id" UUID NOT NULL,
  -- LOOKING, SEARCHING, COMPLETED or FAILED.
  "state" TEXT NOT NULL,
  -- The sessions of the run; the last one is the present one. Deleted with older runs.
  "sessions" UUID[] NOT NULL,
  -- Steps of the present session that are compared.
  "followed" INTEGER NOT NULL DEFAULT 0,
  -- Changes an hour that are assumed of a page without a history.
  "prior_rate" DOUBLE PRECISION NOT NULL,
  "looked" INTEGER NOT NULL DEFAULT 0,
  "new" INTEGER NOT NULL DEFAULT 0,
  "changed" INTEGER NOT NULL DEFAULT 0,
  "gone" INTEGER NOT NULL DEFAULT 0,
  "back" INTEGER NOT NULL DEFAULT 0,
  "missed" INTEGER NOT NULL DEFAULT 0,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "monitor_runs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "monitor_runs_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitors" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitor_runs_monitor_id_created_at_id_idx" ON "monitor_runs" ("monitor_id", "created_at", "id");
-- One run of a monitor at a time.
CREATE UNIQUE INDEX "monitor_runs_active" ON "monitor_runs" ("monitor_id") WHERE "state" IN ('LOOKING', 'SEARCHING');

-- What a monitor knows of each URL: pages that it watches, and links near them.
CREATE TABLE "monitor_pages" (
  "monitor_id" UUID NOT NULL,
  -- md5 of the URL: keys stay short however long the URL.
  "url_key" UUID NOT NULL,
  "url" TEXT NOT NULL,
  -- WATCHED, GONE (watched, but not there now), FRONTIER (not fetched yet) or REJECTED (not relevant).
  "state" TEXT NOT NULL,
  "title" TEXT,
  -- Main text as of the last look, one block a line.
  "text" TEXT,
  "probability" DOUBLE PRECISION,
  -- Looks in a row that brought nothing.
  "misses" SMALLINT NOT NULL DEFAULT 0,
  -- Hours between looks, below zero where nothing had changed (domain/monitoring: LookHistory).
  "looks" REAL[] NOT NULL DEFAULT '{}',
  -- Changes an hour.
  "rate" DOUBLE PRECISION NOT NULL,
  "probe_hours" REAL NOT NULL DEFAULT 0,
  "looked_at" TIMESTAMPTZ(3),
  -- With success or without.
  "tried_at" TIMESTAMPTZ(3),
  "changed_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "monitor_pages_pkey" PRIMARY KEY ("monitor_id", "url_key"),
  CONSTRAINT "monitor_pages_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitors" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitor_pages_monitor_id_state_created_at_url_key_idx" ON "monitor_pages" ("monitor_id", "state", "created_at", "url_key");

-- What monitors saw. One step of a session tells at most one change, so that no run that is continued tells it twice.
CREATE TABLE "page_changes" (
  "id" UUID NOT NULL,
  "monitor_id" UUID NOT NULL,
  "run_id" UUID NOT NULL,
  "session_id" UUID NOT NULL,
  "step" INTEGER NOT NULL,
  -- NEW, CHANGED, GONE or BACK.
  "kind" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "title_before" TEXT,
  "title_after" TEXT,
  "probability_before" DOUBLE PRECISION,
  "probability_after" DOUBLE PRECISION,
  -- Unified difference of the main text.
  "difference" TEXT,
  "truncated" BOOLEAN NOT NULL DEFAULT FALSE,
  "lines_added" INTEGER NOT NULL DEFAULT 0,
  "lines_removed" INTEGER NOT NULL DEFAULT 0,
  -- How the look ended.
  "outcome" TEXT NOT NULL,
  "http_status" INTEGER,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "page_changes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "page_changes_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitors" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "page_changes_session_id_step_monitor_id_key" ON "page_changes" ("session_id", "step", "monitor_id");
CREATE INDEX "page_changes_monitor_id_created_at_id_idx" ON "page_changes" ("monitor_id", "created_at", "id");

ALTER TABLE "monitors" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "monitors" TO gleaner_api USING (project_id = gleaner_project());
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['monitor_runs', 'monitor_pages', 'page_changes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (EXISTS (SELECT FROM monitors w WHERE w.id = %I.monitor_id))', part, part);
  END LOOP;
END $$;

CREATE TRIGGER noted_insert AFTER INSERT ON "monitors" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_update AFTER UPDATE ON "monitors" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_delete AFTER DELETE ON "monitors" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
