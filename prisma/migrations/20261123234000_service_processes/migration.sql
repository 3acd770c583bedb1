-- The processes of the service, each of which says from time to time that it is there. Unlogged: a crash of the database forgets them until they say so again.
CREATE UNLOGGED TABLE "service_processes" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "service_processes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "service_processes_seen_at_idx" ON "service_processes" ("seen_at");
-- They concern all projects, and no project is told of them.
REVOKE ALL ON "service_processes" FROM gleaner_api;

-- When the oldest open transaction began, of all that look into this database. Only the owner of a connection is told this.
CREATE FUNCTION oldest_transaction() RETURNS timestamptz LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
$$;
REVOKE EXECUTE ON FUNCTION oldest_transaction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION oldest_transaction TO gleaner_worker;
