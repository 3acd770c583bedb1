-- Who did what from where. Written by triggers, in the transaction of the change, for calls of both APIs; the service itself may only read it.
CREATE TABLE "audit_entries" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  -- Who: as `Actor.name` has it.
  "actor" TEXT NOT NULL,
  -- From where.
  "address" TEXT NOT NULL,
  -- Of the request, as in the log and in answers.
  "request_id" TEXT NOT NULL,
  -- Operation of REST, or field of GraphQL.
  "call" TEXT NOT NULL,
  -- What changed: the table, how, and how many rows.
  "object" TEXT NOT NULL,
  "change" TEXT NOT NULL,
  "rows" INTEGER NOT NULL,
  -- The first of their ids.
  "ids" TEXT[] NOT NULL,
  CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entries_project_id_created_at_id_idx" ON "audit_entries" ("project_id", "created_at", "id");

ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "audit_entries" TO gleaner_api USING (project_id = gleaner_project());
-- Append-only for the service as well: its roles read, and the function below writes.
REVOKE INSERT, UPDATE, DELETE ON "audit_entries" FROM gleaner_api, gleaner_worker;

-- UUID version 7 (RFC 9562): the time in milliseconds, then random bits.
CREATE FUNCTION time_ordered_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14, 19))::uuid
$$;

-- One entry for a statement that changed rows: its rows are in the transition table `changed`. Which column names the object, and how its project is found, are
-- the arguments. Changes that workers make, or that nobody asked for, are no entries: sessions have events of their own.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  IF coalesce(current_setting('gleaner.actor', true), '') = '' THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'INSERT INTO audit_entries (id, project_id, created_at, actor, address, request_id, call, object, change, rows, ids)
     SELECT time_ordered_id($1), %s, $1, current_setting(''gleaner.actor''), coalesce(current_setting(''gleaner.address'', true), ''''),
       coalesce(current_setting(''gleaner.request'', true), ''''), coalesce(current_setting(''gleaner.call'', true), ''''), $2, $3, count(*), (array_agg(%s::text))[1:20] FROM changed c GROUP BY 2 HAVING count(*) > 0',
    TG_ARGV[1], TG_ARGV[0])
  USING at, TG_TABLE_NAME, lower(TG_OP);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION note_change FROM PUBLIC;

DO $$
DECLARE
  noted record;
BEGIN
  FOR noted IN SELECT * FROM (VALUES
    ('projects', 'c.id', 'c.id'),
    ('api_keys', 'c.id', 'c.project_id'),
    ('topics', 'c.id', 'c.project_id'),
    ('models', 'c.id', 'c.project_id'),
    ('sessions', 'c.id', 'c.project_id'),
    ('jobs', 'c.id', 'c.project_id'),
    ('spiders', 'c.id', 'c.project_id'),
    ('experiments', 'c.id', 'c.project_id'),
    ('keyword_sets', 'c.id', 'gleaner_project()'),
    ('keyword_candidates', 'c.id', 'gleaner_project()'),
    ('examples', 'c.id', 'gleaner_project()')
  ) AS tables (name, id, project) LOOP
    EXECUTE format('CREATE TRIGGER noted_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change(%L, %L)',
      noted.name, noted.id, noted.project);
    EXECUTE format('CREATE TRIGGER noted_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change(%L, %L)',
      noted.name, noted.id, noted.project);
    EXECUTE format('CREATE TRIGGER noted_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change(%L, %L)',
      noted.name, noted.id, noted.project);
  END LOOP;
END $$;

-- Entries are kept for as long as the operator says. @return how many were deleted
CREATE FUNCTION forget_audit_entries(days integer, most integer) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  WITH gone AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE created_at < now() - make_interval(days => days) LIMIT most) RETURNING 1)
  SELECT count(*)::int FROM gone
$$;
REVOKE EXECUTE ON FUNCTION forget_audit_entries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_audit_entries TO gleaner_worker;
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries" ("created_at");
