-- Exports that are made once, as files: a job writes one, and it never changes afterwards.
CREATE TABLE "exports" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "session_id" UUID NOT NULL,
  -- What is in it, and in which form: kind, format, filters.
  "form" JSONB NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'QUEUED' CHECK ("state" IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  -- How often a worker has begun it. The file is named by it, so that nobody writes to the file of another attempt.
  "run" INTEGER NOT NULL DEFAULT 0,
  "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "bytes" BIGINT NOT NULL DEFAULT 0,
  "sha256" TEXT,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "exports_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "exports_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "exports_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "exports_session_id_created_at_id_idx" ON "exports" ("session_id", "created_at", "id");
CREATE INDEX "exports_project_id_state_idx" ON "exports" ("project_id", "state");
CREATE INDEX "exports_expires_at_idx" ON "exports" ("expires_at");

-- Exports whose rows are gone: their files are to be removed.
CREATE TABLE "export_removals" (
  "export_id" UUID NOT NULL,
  "project_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- When the store had nothing of it any more. Workers with disks of their own look for their files after that too.
  "done_at" TIMESTAMPTZ(3),
  CONSTRAINT "export_removals_pkey" PRIMARY KEY ("export_id")
);
CREATE INDEX "export_removals_done_at_idx" ON "export_removals" ("done_at");

ALTER TABLE "exports" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "exports" TO gleaner_api USING (project_id = gleaner_project());
ALTER TABLE "export_removals" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "export_removals" TO gleaner_api USING (project_id = gleaner_project());

CREATE TRIGGER noted_insert AFTER INSERT ON "exports" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_update AFTER UPDATE ON "exports" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_delete AFTER DELETE ON "exports" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');

-- However a row goes, by a user, by its age or with its session: its file is noted in the same transaction, and workers are told.
CREATE FUNCTION note_export_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO export_removals (export_id, project_id) SELECT id, project_id FROM gone ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM pg_notify('gleaner_exports', '');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION note_export_removal FROM PUBLIC;
CREATE TRIGGER removal AFTER DELETE ON "exports" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_export_removal();
