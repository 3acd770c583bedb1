-- Events of a session are numbered by one sequence: whoever writes one needs no look at the others. They are in order, not without gaps.
CREATE SEQUENCE "session_events_no_seq" AS integer OWNED BY "session_events"."no";
SELECT setval('session_events_no_seq', (SELECT coalesce(max("no"), 0) + 1 FROM "session_events"), false);
ALTER TABLE "session_events" ALTER COLUMN "no" SET DEFAULT nextval('session_events_no_seq');

-- A session keeps its newest thousand events.
CREATE FUNCTION trim_session_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_events WHERE session_id = NEW.session_id
    AND no <= (SELECT e.no FROM session_events e WHERE e.session_id = NEW.session_id ORDER BY e.no DESC OFFSET 1000 LIMIT 1);
  RETURN NULL;
END $$;
CREATE TRIGGER session_events_trimmed AFTER INSERT ON "session_events" FOR EACH ROW EXECUTE FUNCTION trim_session_events();

-- Each change of a session's state is an event, written with the change itself, whoever makes it: a command of the API, a worker, a takeover.
CREATE FUNCTION note_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
  by_user boolean := false;
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
    -- The API raises the epoch when it makes a transition itself; a worker that ends its hold does not.
    by_user := kind IN ('resumed', 'extended') OR (kind IN ('paused', 'stopped') AND NEW.lease_epoch > OLD.lease_epoch);
  ELSIF NEW.state = 'STARTING' AND NEW.lease_epoch > OLD.lease_epoch THEN
    kind := 'taken-over';
  ELSIF NEW.command IS NOT NULL AND NEW.command IS DISTINCT FROM OLD.command THEN
    kind := lower(NEW.command::text) || '-requested';
    by_user := true;
  ELSE
    RETURN NULL;
  END IF;
  INSERT INTO session_events (session_id, kind, completed, details) VALUES (NEW.id, kind, NEW.completed, jsonb_strip_nulls(jsonb_build_object(
    'from', OLD.state, 'to', NEW.state, 'by', CASE WHEN by_user THEN 'user' ELSE 'worker' END,
    'worker', CASE WHEN NOT by_user THEN coalesce(NEW.lease_owner, OLD.lease_owner) END, 'previousWorker', CASE WHEN kind = 'taken-over' THEN OLD.lease_owner END,
    'reason', NEW.state_reason, 'error', NEW.error)));
  RETURN NULL;
END $$;
CREATE TRIGGER session_changes_noted AFTER INSERT OR UPDATE OF state, command ON "sessions" FOR EACH ROW EXECUTE FUNCTION note_session_change();
