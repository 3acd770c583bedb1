-- `session.ended` is the last that a webhook is told of a session: while pages of the session are to be told, its lane keeps the end, and tells it when the last
-- of them is written.
ALTER TABLE "webhook_lanes" ADD COLUMN "held_end" JSONB, ADD COLUMN "held_at" TIMESTAMPTZ(3);

-- Tells the end that a lane keeps, if it keeps one.
CREATE FUNCTION tell_held_end(hook uuid, session uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb;
BEGIN
  -- As everywhere: webhooks are locked before lanes.
  PERFORM 1 FROM webhooks w WHERE w.id = hook FOR KEY SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT l.held_end INTO facts FROM webhook_lanes l WHERE l.webhook_id = hook AND l.subject_id = session FOR UPDATE;
  IF facts IS NULL THEN RETURN; END IF;
  UPDATE webhook_lanes SET held_end = NULL, held_at = NULL WHERE webhook_id = hook AND subject_id = session;
  IF EXISTS (SELECT FROM webhooks w WHERE w.id = hook AND 'session.ended' = ANY(w.types)) THEN
    PERFORM tell_webhook(hook, 'session.ended', (facts ->> 'topicId')::uuid, session, session, facts);
  END IF;
END $$;

-- Whatever ends the following of a session, the last message about its pages or a change of the webhook: at the end of that transaction.
CREATE FUNCTION tell_end_behind_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_held_end(NEW.webhook_id, NEW.subject_id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER webhook_lane_told_whole AFTER UPDATE ON "webhook_lanes" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.held_end IS NOT NULL AND NEW.pages_seq IS NULL AND NEW.labels_seq IS NULL) EXECUTE FUNCTION tell_end_behind_pages();

-- Tells webhooks the end of a session, or leaves it to the lanes of those that are to be told pages first.
CREATE FUNCTION announce_session_end(topic uuid, session uuid, facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  hook uuid;
BEGIN
  FOR hook IN
    SELECT w.id FROM webhooks w JOIN sessions s ON s.id = session AND s.project_id = w.project_id
    WHERE w.enabled AND 'session.ended' = ANY(w.types)
      AND (w.topic_id IS NULL OR w.topic_id = topic) AND (w.session_id IS NULL OR w.session_id = session)
    ORDER BY w.id FOR KEY SHARE OF w
  LOOP
    UPDATE webhook_lanes SET held_end = facts, held_at = clock_timestamp()
    WHERE webhook_id = hook AND subject_id = session AND (pages_seq IS NOT NULL OR labels_seq IS NOT NULL);
    IF NOT FOUND THEN PERFORM tell_webhook(hook, 'session.ended', topic, session, session, facts); END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION announce_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  crawl record;
  hook uuid;
  facts jsonb;
  is_end boolean := NEW.details ->> 'to' IN ('COMPLETED', 'STOPPED', 'FAILED');
  is_change boolean := NEW.kind <> 'saturated' AND NEW.details ->> 'from' IS DISTINCT FROM NEW.details ->> 'to';
BEGIN
  SELECT s.id, s.project_id, s.topic_id, s.policy, s.found, s.fetched, s.relevant, s.domains, s.relevant_domains, s.failed INTO crawl
  FROM sessions s WHERE s.id = NEW.session_id;
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.project_id = crawl.project_id AND w.enabled) THEN RETURN NULL; END IF;
  IF is_change THEN
    -- A session that goes on: the end before comes first, whatever was left to tell.
    PERFORM tell_held_end(l.webhook_id, crawl.id) FROM webhook_lanes l WHERE l.subject_id = crawl.id AND l.held_end IS NOT NULL ORDER BY l.webhook_id;
    IF NOT is_end THEN PERFORM follow_session(crawl.id); END IF;
  END IF;
  IF is_end OR NEW.kind = 'saturated' THEN
    FOR hook IN SELECT l.webhook_id FROM webhook_lanes l WHERE l.subject_id = crawl.id AND l.pages_seq IS NOT NULL ORDER BY l.webhook_id LOOP
      FOR turn IN 1..20 LOOP
        EXIT WHEN NOT tell_relevant_pages(hook, crawl.id, 50, 25);
      END LOOP;
    END LOOP;
  END IF;
  facts := jsonb_build_object('sessionId', crawl.id, 'topicId', crawl.topic_id);
  IF NEW.kind = 'saturated' THEN
    PERFORM announce('session.saturated', crawl.topic_id, crawl.id, facts || NEW.details);
  END IF;
  IF is_change THEN
    facts := facts || jsonb_build_object('reason', NEW.details -> 'reason', 'error', left(NEW.details ->> 'error', 500));
    PERFORM announce('session.state_changed', crawl.topic_id, crawl.id,
      facts || jsonb_build_object('from', NEW.details -> 'from', 'to', NEW.details -> 'to', 'kind', NEW.kind, 'by', NEW.details -> 'by'));
    facts := facts || jsonb_build_object('policy', crawl.policy, 'found', crawl.found, 'fetched', crawl.fetched, 'relevant', crawl.relevant,
      'domains', crawl.domains, 'relevantDomains', crawl.relevant_domains, 'failed', crawl.failed);
    IF NEW.details ->> 'to' = 'PAUSED' AND NEW.details ->> 'reason' LIKE '%QUOTA%' THEN
      PERFORM announce('quota.reached', crawl.topic_id, crawl.id, facts || jsonb_build_object('quota', NEW.details -> 'quota'));
    END IF;
    IF is_end THEN
      PERFORM announce_session_end(crawl.topic_id, crawl.id, facts || jsonb_build_object('state', NEW.details -> 'to'));
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- An end waits a day at most: a receiver that takes its messages that slowly is told the rest of the pages after it.
CREATE OR REPLACE FUNCTION sweep_webhooks(days integer, at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  DELETE FROM webhook_messages WHERE id IN (SELECT m.id FROM webhook_messages m WHERE m.created_at < now() - make_interval(days => days) LIMIT at_once);
  GET DIAGNOSTICS gone = ROW_COUNT;
  PERFORM tell_held_end(o.webhook_id, o.subject_id) FROM (
    SELECT l.webhook_id, l.subject_id FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id AND w.enabled
    WHERE l.held_at < now() - interval '1 day' ORDER BY l.webhook_id, l.subject_id LIMIT at_once) o;
  DELETE FROM webhook_lanes l WHERE l.due_at IS NULL AND l.pages_seq IS NULL AND l.labels_seq IS NULL AND l.claimed_until IS NULL AND l.held_end IS NULL;
  DELETE FROM webhook_secrets s WHERE s.expires_at < now();
  RETURN gone;
END $$;
