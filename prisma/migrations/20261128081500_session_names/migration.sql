-- Name and note that people give a session, and who started it: a user, a schedule or a monitor, with the id of the schedule or monitor, which may be gone since.
ALTER TABLE "sessions"
  ADD COLUMN "name" TEXT,
  ADD COLUMN "note" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "started_by" TEXT NOT NULL DEFAULT 'USER',
  ADD COLUMN "started_by_id" UUID;

UPDATE "sessions" s SET "started_by" = 'SCHEDULE', "started_by_id" = r."schedule_id" FROM "schedule_runs" r WHERE r."session_id" = s."id";
UPDATE "sessions" s SET "started_by" = 'MONITOR', "started_by_id" = NULL FROM "monitor_sessions" m WHERE m."session_id" = s."id";
UPDATE "sessions" s SET "started_by_id" = r."monitor_id" FROM "monitor_runs" r WHERE s."started_by" = 'MONITOR' AND s."id" = ANY (r."sessions");
