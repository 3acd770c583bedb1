-- Hosts that are held because they bring nothing, and that are freed, are counted by host like those that are given up.
DROP INDEX "session_events_by_host";
CREATE UNIQUE INDEX "session_events_by_host" ON "session_events" ("session_id", "kind", coalesce("details" ->> 'host', ''))
  WHERE "kind" IN ('host-given-up', 'robots-refused', 'retried', 'host-held', 'host-freed');

CREATE OR REPLACE FUNCTION trim_session_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind IN ('host-given-up', 'robots-refused', 'retried', 'host-held', 'host-freed') THEN RETURN NULL; END IF;
  DELETE FROM session_events WHERE session_id = NEW.session_id
    AND no <= (SELECT e.no FROM session_events e WHERE e.session_id = NEW.session_id
      AND e.kind NOT IN ('host-given-up', 'robots-refused', 'retried', 'host-held', 'host-freed')
      ORDER BY e.no DESC OFFSET 1000 LIMIT 1)
    AND kind NOT IN ('host-given-up', 'robots-refused', 'retried', 'host-held', 'host-freed')
    AND no <> coalesce((SELECT max(e.no) FROM session_events e WHERE e.session_id = NEW.session_id AND e.kind = 'model-switched'), 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tally_session_host(session uuid, tally text, host text, more integer, good integer, facts jsonb, most_hosts integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  key text := coalesce(host, '');
BEGIN
  PERFORM 1 FROM sessions WHERE id = session FOR NO KEY UPDATE;
  UPDATE session_events e SET at = now(), completed = (SELECT s.completed FROM sessions s WHERE s.id = session),
    details = jsonb_strip_nulls(e.details || facts || jsonb_build_object('count', (e.details ->> 'count')::int + more,
      'recovered', (e.details ->> 'recovered')::int + good)),
    no = CASE WHEN length(((e.details ->> 'count')::int + more)::text) > length(e.details ->> 'count') THEN nextval('session_events_no_seq') ELSE no END
  WHERE e.session_id = session AND e.kind = tally AND coalesce(e.details ->> 'host', '') = key
    AND e.kind IN ('host-given-up', 'robots-refused', 'retried', 'host-held', 'host-freed');
  IF FOUND THEN RETURN; END IF;
  IF host IS NOT NULL AND (SELECT count(*) FROM session_events e WHERE e.session_id = session AND e.kind = tally) >= most_hosts THEN
    PERFORM tally_session_host(session, tally, NULL, more, good, '{}', most_hosts);
    RETURN;
  END IF;
  INSERT INTO session_events (session_id, kind, completed, details)
  SELECT s.id, tally, s.completed, jsonb_strip_nulls(facts || jsonb_build_object('host', host, 'count', more, 'recovered', good)) FROM sessions s WHERE s.id = session;
END $$;
