-- Schedules: what starts sessions again and again, by the calendar.
CREATE TABLE "schedules" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "name" TEXT NOT NULL,
  "cron" TEXT NOT NULL,
  "time_zone" TEXT NOT NULL,
  "action_kind" TEXT NOT NULL,
  "action" JSONB NOT NULL,
  "missed" TEXT NOT NULL CHECK ("missed" IN ('skip', 'once', 'all')),
  "overlap" TEXT NOT NULL CHECK ("overlap" IN ('skip', 'queue')),
  "paused_at" TIMESTAMPTZ(3),
  "pause_reason" TEXT CHECK ("pause_reason" IN ('user', 'failures')),
  -- The first due time that nobody has dealt with; null while it is paused.
  "next_due_at" TIMESTAMPTZ(3),
  -- The session of the last run that was started, until it is known to have ended. It may have been deleted.
  "session_id" UUID,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "last_error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "schedules_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "schedules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "schedules_project_id_name_key" ON "schedules" ("project_id", "name");
CREATE INDEX "schedules_project_id_created_at_id_idx" ON "schedules" ("project_id", "created_at", "id");
CREATE INDEX "schedules_next_due_at_idx" ON "schedules" ("next_due_at");

-- What became of a due time. That no due time occurs twice keeps it from being run twice.
CREATE TABLE "schedule_runs" (
  "id" UUID NOT NULL,
  "schedule_id" UUID NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  -- Due times that were missed together are one row: the last of them, and how many.
  "due_until" TIMESTAMPTZ(3) NOT NULL,
  "due_count" INTEGER NOT NULL DEFAULT 1,
  "missed" BOOLEAN NOT NULL DEFAULT false,
  "state" TEXT NOT NULL CHECK ("state" IN ('WAITING', 'STARTED', 'FAILED', 'SKIPPED_MISSED', 'SKIPPED_OVERLAP', 'SKIPPED_PAUSED')),
  "reason" TEXT,
  "error" TEXT,
  "session_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  CONSTRAINT "schedule_runs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "schedule_runs_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "schedule_runs_schedule_id_due_at_key" ON "schedule_runs" ("schedule_id", "due_at");
CREATE INDEX "schedule_runs_schedule_id_created_at_id_idx" ON "schedule_runs" ("schedule_id", "created_at", "id");
CREATE INDEX "schedule_runs_waiting_idx" ON "schedule_runs" ("schedule_id") WHERE "state" = 'WAITING';

ALTER TABLE "schedules" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "schedules" TO gleaner_api USING (project_id = gleaner_project());
ALTER TABLE "schedule_runs" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "schedule_runs" TO gleaner_api USING (EXISTS (SELECT FROM schedules w WHERE w.id = schedule_runs.schedule_id));

CREATE TRIGGER noted_insert AFTER INSERT ON "schedules" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_update AFTER UPDATE ON "schedules" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_delete AFTER DELETE ON "schedules" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
