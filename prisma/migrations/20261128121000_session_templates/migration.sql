-- Settings of sessions under a name, to start sessions with.
CREATE TABLE "session_templates" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "name" TEXT NOT NULL,
  -- As they were given: what is missing has the default of the time when a session starts.
  "settings" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "session_templates_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "session_templates_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "session_templates_project_id_name_key" ON "session_templates" ("project_id", "name");
CREATE INDEX "session_templates_project_id_created_at_id_idx" ON "session_templates" ("project_id", "created_at", "id");

ALTER TABLE "session_templates" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "session_templates" TO gleaner_api USING (project_id = gleaner_project());

CREATE TRIGGER noted_insert AFTER INSERT ON "session_templates" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_update AFTER UPDATE ON "session_templates" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
CREATE TRIGGER noted_delete AFTER DELETE ON "session_templates" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change('c.id', 'c.project_id');
