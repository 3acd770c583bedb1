-- Projects: each owns its topics, models, sessions, spiders, experiments and jobs, and sees no others.

-- The roles the service works under. Neither owns a table, and neither logs in: connections take one of them on.
-- gleaner_api sees the rows of the project named by gleaner.project, and none without it. gleaner_worker sees all: it crawls for every project.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'gleaner_api') THEN
    CREATE ROLE gleaner_api NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'gleaner_worker') THEN
    CREATE ROLE gleaner_worker NOLOGIN BYPASSRLS;
  END IF;
  IF NOT pg_has_role(current_user, 'gleaner_api', 'MEMBER') OR NOT pg_has_role(current_user, 'gleaner_worker', 'MEMBER') THEN
    EXECUTE format('GRANT gleaner_api, gleaner_worker TO %I', current_user);
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    -- Another database of this server is being migrated at the same moment.
    NULL;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'the roles of the service are missing, and % may not create them. Let an administrator run: CREATE ROLE gleaner_api NOLOGIN; CREATE ROLE gleaner_worker NOLOGIN BYPASSRLS; GRANT gleaner_api, gleaner_worker TO %', current_user, quote_ident(current_user);
END $$;

-- The project of the transaction; null when none was set.
CREATE FUNCTION gleaner_project() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('gleaner.project', true), '')::uuid;

-- Where a row without a project goes: to the project of the transaction. The service always sets one, or the row is refused; what an administrator writes by
-- hand without one goes to the default project.
CREATE FUNCTION gleaner_home() RETURNS uuid LANGUAGE sql STABLE
  RETURN CASE WHEN current_user IN ('gleaner_api', 'gleaner_worker') THEN gleaner_project()
    ELSE coalesce(gleaner_project(), '00000000-0000-7000-8000-000000000000'::uuid) END;

CREATE TABLE "projects" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "projects_name_key" ON "projects" ("name");
CREATE INDEX "projects_created_at_id_idx" ON "projects" ("created_at", "id");
INSERT INTO "projects" ("id", "name") VALUES ('00000000-0000-7000-8000-000000000000', 'default');

-- A key is shown once; what is kept of it is the SHA-256 of its secret.
CREATE TABLE "api_keys" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "name" TEXT NOT NULL,
  "scopes" TEXT[] NOT NULL,
  "secret_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  "last_used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  -- The key that took its place when it was rotated.
  "replaced_by" UUID,
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "api_keys_project_id_created_at_id_idx" ON "api_keys" ("project_id", "created_at", "id");

-- What there was before belongs to the default project.
DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['topics', 'models', 'sessions', 'jobs', 'spiders', 'experiments', 'idempotency_keys'] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN project_id UUID NOT NULL DEFAULT %L', owned, '00000000-0000-7000-8000-000000000000');
    EXECUTE format('ALTER TABLE %I ALTER COLUMN project_id SET DEFAULT gleaner_home()', owned);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE RESTRICT ON UPDATE CASCADE',
      owned, owned || '_project_id_fkey');
  END LOOP;
END $$;

DROP INDEX "topics_name_key";
CREATE UNIQUE INDEX "topics_project_id_name_key" ON "topics" ("project_id", "name");
DROP INDEX "topics_created_at_id_idx";
CREATE INDEX "topics_project_id_created_at_id_idx" ON "topics" ("project_id", "created_at", "id");
DROP INDEX "sessions_created_at_id_idx";
CREATE INDEX "sessions_project_id_created_at_id_idx" ON "sessions" ("project_id", "created_at", "id");
DROP INDEX "spiders_name_version_key";
CREATE UNIQUE INDEX "spiders_project_id_name_version_key" ON "spiders" ("project_id", "name", "version");
DROP INDEX "spiders_created_at_id_idx";
CREATE INDEX "spiders_project_id_created_at_id_idx" ON "spiders" ("project_id", "created_at", "id");
DROP INDEX "experiments_created_at_id_idx";
CREATE INDEX "experiments_project_id_created_at_id_idx" ON "experiments" ("project_id", "created_at", "id");
CREATE INDEX "models_project_id_idx" ON "models" ("project_id");
CREATE INDEX "jobs_project_id_idx" ON "jobs" ("project_id");
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey";
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("project_id", "caller", "key", "operation");

-- Tables of later migrations are granted to both roles as well.
GRANT USAGE ON SCHEMA public TO gleaner_api, gleaner_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO gleaner_api, gleaner_worker;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO gleaner_api, gleaner_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO gleaner_api, gleaner_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO gleaner_api, gleaner_worker;
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    REVOKE INSERT, UPDATE, DELETE ON "_prisma_migrations" FROM gleaner_api, gleaner_worker;
  END IF;
END $$;

-- What names its project belongs to it.
DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['topics', 'models', 'sessions', 'jobs', 'spiders', 'experiments', 'idempotency_keys', 'api_keys'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (project_id = gleaner_project())', owned);
  END LOOP;
END $$;
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "projects" TO gleaner_api USING (id = gleaner_project());

-- Everything else belongs to what it is a part of. These policies look at that under its own policy.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES
    ('seeds', 'topic_id', 'topics'), ('keyword_sets', 'topic_id', 'topics'), ('keyword_candidates', 'topic_id', 'topics'),
    ('examples', 'topic_id', 'topics'), ('visits', 'topic_id', 'topics'), ('keywords', 'keyword_set_id', 'keyword_sets'),
    ('classifier_verdicts', 'model_id', 'models'), ('experiment_runs', 'experiment_id', 'experiments'),
    ('urls', 'session_id', 'sessions'), ('domains', 'session_id', 'sessions'), ('pages', 'session_id', 'sessions'),
    ('page_lexemes', 'session_id', 'sessions'), ('search_progress', 'session_id', 'sessions'), ('links', 'session_id', 'sessions'),
    ('tag_paths', 'session_id', 'sessions'), ('checkpoints', 'session_id', 'sessions'), ('learnt_states', 'session_id', 'sessions'),
    ('session_priors', 'session_id', 'sessions'), ('session_events', 'session_id', 'sessions'), ('screenshots', 'session_id', 'sessions')
  ) AS parts (name, key, whole) LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part.name);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (EXISTS (SELECT FROM %I w WHERE w.id = %I.%I))',
      part.name, part.whole, part.name, part.key);
  END LOOP;
END $$;

-- The index of words answers through this function: under row-level security PostgreSQL does not ask an index by an operator that might tell what it sees.
CREATE FUNCTION indexed_steps(session uuid, search tsquery) RETURNS integer[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT ARRAY(
    SELECT l.step FROM page_lexemes l
    WHERE numnode(search) > 0 AND l.lexemes @@ (quote_literal(' ' || session)::tsquery && search)
      AND EXISTS (SELECT FROM sessions s WHERE s.id = session AND s.project_id = gleaner_project()))
$$;
-- Some of the pages of all sessions of the project that match.
CREATE FUNCTION indexed_pages(search tsquery, most integer) RETURNS TABLE (session_id uuid, step integer, lexemes tsvector)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT l.session_id, l.step, l.lexemes FROM page_lexemes l
  WHERE numnode(search) > 0 AND l.lexemes @@ search
    AND EXISTS (SELECT FROM sessions s WHERE s.id = l.session_id AND s.project_id = gleaner_project())
  LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION indexed_steps, indexed_pages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION indexed_steps, indexed_pages TO gleaner_api;

-- Ends the connections of former holders of a lease that have a marked transaction open. Only the owner of a connection may end it.
CREATE FUNCTION end_former_writers(id text, epoch integer) RETURNS SETOF boolean LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT pg_terminate_backend(l.pid) FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = (hashtext(id)::bigint & 4294967295)::oid AND l.objid::bigint > 2147483647 AND l.objid <> ((-epoch)::bigint & 4294967295)::oid
$$;
REVOKE EXECUTE ON FUNCTION end_former_writers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_former_writers TO gleaner_worker;
