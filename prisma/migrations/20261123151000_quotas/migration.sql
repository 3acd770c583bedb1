-- Quotas of projects: what a project may use. Null is unlimited.
ALTER TABLE "projects"
  ADD COLUMN "max_sessions_running" INTEGER CHECK ("max_sessions_running" >= 0),
  ADD COLUMN "max_fetches_per_day" INTEGER CHECK ("max_fetches_per_day" >= 0),
  ADD COLUMN "max_stored_pages" INTEGER CHECK ("max_stored_pages" >= 0),
  ADD COLUMN "max_renders_per_day" INTEGER CHECK ("max_renders_per_day" >= 0);

-- What a project has used on each day. Days are those of UTC. Every commit writes here, so the page of a row has room for its next versions.
CREATE TABLE "project_usage" (
  "project_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "fetches" BIGINT NOT NULL DEFAULT 0,
  "renders" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "project_usage_pkey" PRIMARY KEY ("project_id", "day"),
  CONSTRAINT "project_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 50);

-- The pages that the sessions of a project have stored: the sum of their `fetched`.
CREATE TABLE "project_storage" (
  "project_id" UUID NOT NULL,
  "pages" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "project_storage_pkey" PRIMARY KEY ("project_id"),
  CONSTRAINT "project_storage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 50);
INSERT INTO "project_storage" ("project_id", "pages") SELECT project_id, sum(fetched) FROM sessions GROUP BY project_id;

DO $$
DECLARE
  counted text;
BEGIN
  FOREACH counted IN ARRAY ARRAY['project_usage', 'project_storage'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', counted);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (project_id = gleaner_project())', counted);
    -- The functions below write.
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM gleaner_api, gleaner_worker', counted);
  END LOOP;
END $$;

-- The quota that paused a session (`state_reason` QUOTA), by its name.
ALTER TABLE "sessions" ADD COLUMN "quota_reached" TEXT;
CREATE INDEX "sessions_paused_by_quota" ON "sessions" ("project_id", "created_at", "id") WHERE "state_reason" = 'QUOTA';

-- Whoever changes what a session has stored, or deletes it: the sum of its project stays true. At the end of the transaction, so that the row which all
-- sessions of a project share is locked for no longer than the COMMIT takes, and after the rows of sessions, so that no two transactions wait for each other.
CREATE FUNCTION count_stored_pages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.fetched <> 0 THEN
    UPDATE project_storage SET pages = greatest(0, pages - OLD.fetched + CASE WHEN TG_OP = 'UPDATE' AND NEW.project_id = OLD.project_id THEN NEW.fetched ELSE 0 END)
    WHERE project_id = OLD.project_id;
    IF TG_OP = 'DELETE' OR NEW.project_id = OLD.project_id THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO project_storage AS s (project_id, pages) VALUES (NEW.project_id, NEW.fetched)
    ON CONFLICT (project_id) DO UPDATE SET pages = s.pages + excluded.pages;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION count_stored_pages FROM PUBLIC;
CREATE CONSTRAINT TRIGGER stored_pages_counted AFTER UPDATE OF fetched, project_id ON "sessions" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.fetched <> NEW.fetched OR OLD.project_id <> NEW.project_id) EXECUTE FUNCTION count_stored_pages();
CREATE CONSTRAINT TRIGGER stored_pages_added AFTER INSERT ON "sessions" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.fetched <> 0) EXECUTE FUNCTION count_stored_pages();
CREATE CONSTRAINT TRIGGER stored_pages_deleted AFTER DELETE ON "sessions" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.fetched <> 0) EXECUTE FUNCTION count_stored_pages();

CREATE FUNCTION utc_day() RETURNS date LANGUAGE sql STABLE RETURN (now() AT TIME ZONE 'UTC')::date;

-- The quotas of a project with what is used of each, those first that free themselves last.
CREATE FUNCTION project_quotas(project uuid) RETURNS TABLE (quota text, most integer, used bigint, place integer) LANGUAGE sql STABLE AS $$
  SELECT q.quota, q.most, q.used, q.place
  FROM projects p
  LEFT JOIN project_usage d ON d.project_id = p.id AND d.day = utc_day()
  LEFT JOIN project_storage s ON s.project_id = p.id
  CROSS JOIN LATERAL (VALUES
    (1, 'STORED_PAGES', p.max_stored_pages, coalesce(s.pages, 0)),
    (2, 'FETCHES_PER_DAY', p.max_fetches_per_day, coalesce(d.fetches, 0)),
    (3, 'RENDERS_PER_DAY', p.max_renders_per_day, coalesce(d.renders, 0)),
    (4, 'SESSIONS_RUNNING', p.max_sessions_running,
      (SELECT count(*) FROM sessions r WHERE r.project_id = p.id AND r.state IN ('STARTING', 'RUNNING')))
  ) AS q (place, quota, most, used)
  WHERE p.id = project
$$;

-- Whether a session with these settings needs renders: any that may render does.
CREATE FUNCTION needs_renders(config jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN coalesce(config ->> 'render', 'never') <> 'never';

-- The quota that keeps a session of a project from running, null when there is room. To start it needs a place among the
-- running ones.
CREATE FUNCTION quota_reached(project uuid, renders boolean, starts boolean) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT q.quota FROM project_quotas(project) q
  WHERE q.used >= q.most AND (q.quota <> 'RENDERS_PER_DAY' OR renders) AND (q.quota <> 'SESSIONS_RUNNING' OR starts)
  ORDER BY q.place LIMIT 1
$$;

-- How many sessions may go on together: each uses up one at least. Null is unlimited.
CREATE FUNCTION quota_room(project uuid, renders boolean) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(greatest(0, q.most - q.used)) FROM project_quotas(project) q
  WHERE q.most IS NOT NULL AND q.quota <> 'SESSIONS_RUNNING' AND (q.quota <> 'RENDERS_PER_DAY' OR renders)
$$;

-- Whether one more session of a project may start. Those who ask take turns until the end of their transaction: each sees what the one before has started,
-- because the count is a statement of its own.
CREATE FUNCTION take_place(project uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  places integer := (SELECT p.max_sessions_running FROM projects p WHERE p.id = project);
BEGIN
  IF places IS NULL THEN RETURN true; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('places of ' || project, 0));
  RETURN (SELECT count(*) FROM sessions s WHERE s.project_id = project AND s.state IN ('STARTING', 'RUNNING')) < places;
END $$;

-- Counts what a commit of a session has used. Called last in its transaction. @return the quota that is reached, if one is
-- A project keeps its last 400 days: the first commit of a day deletes those before.
CREATE FUNCTION note_usage(session uuid, more_fetches integer, more_renders integer) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  owner uuid;
  rendering boolean;
  is_first boolean := false;
BEGIN
  SELECT s.project_id, needs_renders(s.config) INTO owner, rendering FROM sessions s WHERE s.id = session;
  IF more_fetches > 0 OR more_renders > 0 THEN
    INSERT INTO project_usage AS u (project_id, day, fetches, renders) VALUES (owner, utc_day(), more_fetches, more_renders)
    ON CONFLICT (project_id, day) DO UPDATE SET fetches = u.fetches + excluded.fetches, renders = u.renders + excluded.renders
    RETURNING xmax = 0 INTO is_first;
  END IF;
  IF is_first THEN DELETE FROM project_usage u WHERE u.project_id = owner AND u.day <= utc_day() - 400; END IF;
  RETURN quota_reached(owner, rendering, false);
END $$;
REVOKE EXECUTE ON FUNCTION note_usage FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_usage TO gleaner_worker;

-- Events of quotas: a pause names the quota that was reached, and the service, not its worker, as who paused; when there is room again, the same of going on.
-- A person may pause what a quota has paused, so that it does not go on by itself.
CREATE OR REPLACE FUNCTION note_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
  by_user boolean := false;
  by_quota boolean := false;
  actor text := nullif(current_setting('gleaner.actor', true), '');
  since interval;
BEGIN
  IF TG_OP = 'INSERT' THEN
    kind := 'queued';
    by_user := true;
  ELSIF NEW.state IS DISTINCT FROM OLD.state THEN
    kind := CASE
      WHEN NEW.state = 'STARTING' AND OLD.state = 'RUNNING' THEN 'taken-over'
      WHEN NEW.state = 'STARTING' THEN 'started'
      WHEN NEW.state = 'QUEUED' AND OLD.state IN ('STARTING', 'RUNNING') THEN 'released'
      WHEN NEW.state = 'QUEUED' AND OLD.state IN ('PAUSED', 'FAILED') THEN 'resumed'
      WHEN NEW.state = 'QUEUED' THEN 'extended'
      ELSE lower(NEW.state::text) END;
    by_quota := kind = 'paused' AND NEW.state_reason = 'QUOTA' OR kind = 'resumed' AND OLD.state_reason = 'QUOTA' AND actor IS DISTINCT FROM 'user';
    -- The API raises the epoch when it makes a transition itself; a worker that ends its hold does not.
    by_user := kind IN ('resumed', 'extended') OR (kind IN ('paused', 'stopped') AND NEW.lease_epoch > OLD.lease_epoch);
  ELSIF NEW.state = 'PAUSED' AND OLD.state_reason = 'QUOTA' AND NEW.state_reason IS NULL THEN
    kind := 'paused';
    by_user := true;
  ELSIF NEW.state = 'STARTING' AND NEW.lease_epoch > OLD.lease_epoch THEN
    kind := 'taken-over';
  ELSIF NEW.command IS NOT NULL AND NEW.command IS DISTINCT FROM OLD.command THEN
    kind := lower(NEW.command::text) || '-requested';
    by_user := true;
  ELSIF actor = 'user' AND NEW.pending_model_id IS DISTINCT FROM OLD.pending_model_id THEN
    kind := CASE WHEN NEW.pending_model_id IS NULL THEN 'model-switch-cancelled' ELSE 'model-switch-requested' END;
    by_user := true;
  ELSE
    RETURN NULL;
  END IF;
  -- A lease that was given before the clock was set says nothing.
  IF kind = 'taken-over' AND OLD.lease_expires_at <= now() THEN
    since := now() - OLD.lease_expires_at + (NEW.lease_expires_at - now());
  END IF;
  actor := CASE WHEN by_quota THEN 'service' ELSE coalesce(actor, CASE WHEN by_user THEN 'user' ELSE 'worker' END) END;
  INSERT INTO session_events (session_id, kind, completed, details) VALUES (NEW.id, kind, NEW.completed, jsonb_strip_nulls(jsonb_build_object(
    'from', OLD.state, 'to', NEW.state, 'by', actor,
    'caller', CASE WHEN actor = 'user' THEN nullif(current_setting('gleaner.caller', true), '') END,
    'api', CASE WHEN actor = 'user' THEN nullif(current_setting('gleaner.api', true), '') END,
    'worker', CASE WHEN actor = 'worker' THEN coalesce(NEW.lease_owner, OLD.lease_owner) END,
    'quota', CASE WHEN by_quota THEN coalesce(NEW.quota_reached, OLD.quota_reached) END,
    'toModelId', CASE WHEN by_user AND TG_OP = 'UPDATE' AND NEW.pending_model_id IS DISTINCT FROM OLD.pending_model_id THEN NEW.pending_model_id END)
    || CASE WHEN kind = 'taken-over' THEN jsonb_build_object('previousWorker', OLD.lease_owner, 'epoch', NEW.lease_epoch,
        'workerDied', NEW.stalled_claims > OLD.stalled_claims, 'seconds', round(extract(epoch FROM since)::numeric, 3),
        'inFlight', jsonb_array_length(OLD.in_flight)) ELSE '{}'::jsonb END
    || jsonb_build_object('reason', coalesce(NEW.state_reason, nullif(current_setting('gleaner.why', true), '')), 'error', NEW.error)));
  RETURN NULL;
END $$;
