-- Calls of each client in its present window of time, for limits that hold across the processes of the API. What is lost after a crash begins anew, so
-- nothing of it is logged; nothing of it is told to anybody. Rows are updated in place: there is no index on what changes.
CREATE UNLOGGED TABLE "rate_windows" (
  "client" TEXT NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "calls" BIGINT NOT NULL,
  CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("client")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
