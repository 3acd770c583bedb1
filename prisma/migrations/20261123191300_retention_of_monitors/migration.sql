-- Sessions that monitors started, also of monitors that are gone: they are deleted after a time, when nothing refers to them.
CREATE TABLE "monitor_sessions" (
  "session_id" UUID NOT NULL,
  CONSTRAINT "monitor_sessions_pkey" PRIMARY KEY ("session_id"),
  CONSTRAINT "monitor_sessions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE "monitor_sessions" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "monitor_sessions" TO gleaner_api USING (EXISTS (SELECT FROM sessions s WHERE s.id = monitor_sessions.session_id));
INSERT INTO "monitor_sessions" (session_id)
SELECT DISTINCT s.id FROM "monitor_runs" r JOIN "sessions" s ON s.id = ANY(r.sessions);
CREATE INDEX "monitor_runs_sessions_idx" ON "monitor_runs" USING gin ("sessions");
