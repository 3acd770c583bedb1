-- Events of a session become visible in the order of their numbers, so that whoever follows them misses none: each is numbered under the lock on the
-- session's row, which its writer then holds until the end of the transaction.
CREATE FUNCTION number_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sessions WHERE id = NEW.session_id FOR NO KEY UPDATE;
  NEW.no := nextval('session_events_no_seq');
  RETURN NEW;
END $$;
CREATE TRIGGER session_events_numbered BEFORE INSERT ON "session_events" FOR EACH ROW EXECUTE FUNCTION number_session_event();

-- One event for each host of a kind that counts.
CREATE UNIQUE INDEX "session_events_by_host" ON "session_events" ("session_id", "kind", coalesce("details" ->> 'host', ''))
  WHERE "kind" IN ('host-given-up', 'robots-refused', 'retried');

-- A session keeps its newest thousand events, those that count (which are bounded by themselves), and the last change of its model, which a replay needs.
CREATE OR REPLACE FUNCTION trim_session_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind IN ('host-given-up', 'robots-refused', 'retried') THEN RETURN NULL; END IF;
  DELETE FROM session_events WHERE session_id = NEW.session_id
    AND no <= (SELECT e.no FROM session_events e WHERE e.session_id = NEW.session_id AND e.kind NOT IN ('host-given-up', 'robots-refused', 'retried')
      ORDER BY e.no DESC OFFSET 1000 LIMIT 1)
    AND kind NOT IN ('host-given-up', 'robots-refused', 'retried')
    AND no <> coalesce((SELECT max(e.no) FROM session_events e WHERE e.session_id = NEW.session_id AND e.kind = 'model-switched'), 0);
  RETURN NULL;
END $$;

-- Counts what happened at a host. The first hosts of a kind have an event each, all others share one without a host. The event is numbered anew, and so told
-- again to those who follow, when its count grows tenfold.
CREATE FUNCTION tally_session_host(session uuid, tally text, host text, more integer, good integer, facts jsonb, most_hosts integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  key text := coalesce(host, '');
BEGIN
  PERFORM 1 FROM sessions WHERE id = session FOR NO KEY UPDATE;
  UPDATE session_events e SET at = now(), completed = (SELECT s.completed FROM sessions s WHERE s.id = session),
    details = jsonb_strip_nulls(e.details || facts || jsonb_build_object('count', (e.details ->> 'count')::int + more,
      'recovered', (e.details ->> 'recovered')::int + good)),
    no = CASE WHEN length(((e.details ->> 'count')::int + more)::text) > length(e.details ->> 'count') THEN nextval('session_events_no_seq') ELSE no END
  WHERE e.session_id = session AND e.kind = tally AND coalesce(e.details ->> 'host', '') = key
    AND e.kind IN ('host-given-up', 'robots-refused', 'retried');
  IF FOUND THEN RETURN; END IF;
  IF host IS NOT NULL AND (SELECT count(*) FROM session_events e WHERE e.session_id = session AND e.kind = tally) >= most_hosts THEN
    PERFORM tally_session_host(session, tally, NULL, more, good, '{}', most_hosts);
    RETURN;
  END IF;
  INSERT INTO session_events (session_id, kind, completed, details)
  SELECT s.id, tally, s.completed, jsonb_strip_nulls(facts || jsonb_build_object('host', host, 'count', more, 'recovered', good)) FROM sessions s WHERE s.id = session;
END $$;

-- Each change of a session's state is an event, written with the change itself, whoever makes it: a command of the API, a worker, a takeover. Who asked for
-- it, and why, stands in settings of the transaction.
CREATE OR REPLACE FUNCTION note_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
  by_user boolean := false;
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
    -- The API raises the epoch when it makes a transition itself; a worker that ends its hold does not.
    by_user := kind IN ('resumed', 'extended') OR (kind IN ('paused', 'stopped') AND NEW.lease_epoch > OLD.lease_epoch);
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
  actor := coalesce(actor, CASE WHEN by_user THEN 'user' ELSE 'worker' END);
  INSERT INTO session_events (session_id, kind, completed, details) VALUES (NEW.id, kind, NEW.completed, jsonb_strip_nulls(jsonb_build_object(
    'from', OLD.state, 'to', NEW.state, 'by', actor,
    'caller', CASE WHEN actor = 'user' THEN nullif(current_setting('gleaner.caller', true), '') END,
    'api', CASE WHEN actor = 'user' THEN nullif(current_setting('gleaner.api', true), '') END,
    'worker', CASE WHEN actor = 'worker' THEN coalesce(NEW.lease_owner, OLD.lease_owner) END,
    'toModelId', CASE WHEN by_user AND TG_OP = 'UPDATE' AND NEW.pending_model_id IS DISTINCT FROM OLD.pending_model_id THEN NEW.pending_model_id END)
    || CASE WHEN kind = 'taken-over' THEN jsonb_build_object('previousWorker', OLD.lease_owner, 'epoch', NEW.lease_epoch,
        'workerDied', NEW.stalled_claims > OLD.stalled_claims, 'seconds', round(extract(epoch FROM since)::numeric, 3),
        'inFlight', jsonb_array_length(OLD.in_flight)) ELSE '{}'::jsonb END
    || jsonb_build_object('reason', coalesce(NEW.state_reason, nullif(current_setting('gleaner.why', true), '')), 'error', NEW.error)));
  RETURN NULL;
END $$;
DROP TRIGGER session_changes_noted ON "sessions";
CREATE TRIGGER session_changes_noted AFTER INSERT OR UPDATE OF state, command, pending_model_id ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION note_session_change();
