-- Claims do not look at each lane of a webhook that may not be sent more now, and housekeeping goes through webhooks one by one.
CREATE INDEX "webhook_lanes_claimed_until_alone_idx" ON "webhook_lanes" ("claimed_until");

CREATE OR REPLACE FUNCTION claim_webhook_message(lease_ms integer, at_once integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  -- Webhooks to which as many messages are under way as may be: one while it is failing.
  busy uuid[] := ARRAY(SELECT o.webhook_id FROM webhook_lanes o JOIN webhooks w ON w.id = o.webhook_id WHERE o.claimed_until > now()
    GROUP BY o.webhook_id, w.failing_since HAVING count(*) >= CASE WHEN w.failing_since IS NULL THEN at_once ELSE 1 END);
  lane record;
  message record;
  hook record;
  held integer;
BEGIN
  LOOP
    SELECT l.webhook_id, l.subject_id INTO lane FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id
    WHERE l.due_at <= now() AND (l.claimed_until IS NULL OR l.claimed_until <= now()) AND l.webhook_id <> ALL(busy)
      AND w.enabled AND (w.not_before IS NULL OR w.not_before <= now())
    ORDER BY l.due_at LIMIT 1 FOR UPDATE OF l SKIP LOCKED;
    IF NOT FOUND THEN RETURN NULL; END IF;
    SELECT m.id, m.type, m.data, m.created_at, m.attempts, m.attempts_before INTO message FROM webhook_messages m
    WHERE m.webhook_id = lane.webhook_id AND m.subject_id = lane.subject_id AND m.status = 'PENDING' ORDER BY m.no LIMIT 1;
    IF FOUND THEN EXIT; END IF;
    UPDATE webhook_lanes SET due_at = NULL WHERE webhook_id = lane.webhook_id AND subject_id = lane.subject_id;
  END LOOP;
  UPDATE webhook_lanes SET claimed_until = clock_timestamp() + lease_ms * interval '1 millisecond', claim = claim + 1
  WHERE webhook_id = lane.webhook_id AND subject_id = lane.subject_id RETURNING claim INTO held;
  SELECT w.project_id, w.url, ARRAY(SELECT s.secret FROM webhook_secrets s WHERE s.webhook_id = w.id AND (s.expires_at IS NULL OR s.expires_at > now())
    ORDER BY s.created_at DESC, s.id DESC) AS secrets INTO hook FROM webhooks w WHERE w.id = lane.webhook_id;
  RETURN jsonb_build_object('webhookId', lane.webhook_id, 'subjectId', lane.subject_id, 'claim', held, 'projectId', hook.project_id, 'url', hook.url,
    'secrets', hook.secrets, 'messageId', message.id, 'type', message.type, 'data', message.data, 'createdAt', message.created_at,
    'attempt', message.attempts - message.attempts_before);
END $$;

-- Housekeeping of all webhooks: messages that are old; lanes in which nothing waits; secrets that have expired. @return how many messages were deleted
DROP FUNCTION sweep_webhooks(integer, integer, integer, integer);
CREATE FUNCTION sweep_webhooks(days integer, at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  DELETE FROM webhook_messages WHERE id IN (SELECT m.id FROM webhook_messages m WHERE m.created_at < now() - make_interval(days => days) LIMIT at_once);
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM webhook_lanes l WHERE l.due_at IS NULL AND l.pages_seq IS NULL AND l.labels_seq IS NULL AND l.claimed_until IS NULL;
  DELETE FROM webhook_secrets s WHERE s.expires_at < now();
  RETURN gone;
END $$;

-- Housekeeping of one webhook: it is switched off when too many messages wait for it, and of those that have ended it keeps the newest.
-- @return how many messages were deleted
CREATE FUNCTION trim_webhook(hook uuid, most_kept integer, most_waiting integer, at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  gone integer;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM webhook_messages m WHERE m.webhook_id = hook AND m.status = 'PENDING' LIMIT most_waiting + 1) waiting) > most_waiting THEN
    UPDATE webhooks SET enabled = false, disabled_reason = 'backlog', disabled_at = clock_timestamp(), updated_at = clock_timestamp() WHERE id = hook AND enabled;
  END IF;
  DELETE FROM webhook_messages WHERE id IN (
    SELECT m.id FROM (SELECT k.created_at, k.id FROM webhook_messages k WHERE k.webhook_id = hook ORDER BY k.created_at DESC, k.id DESC OFFSET most_kept LIMIT 1) edge
    JOIN webhook_messages m ON m.webhook_id = hook AND (m.created_at, m.id) <= (edge.created_at, edge.id) AND m.status <> 'PENDING' LIMIT at_once);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE EXECUTE ON FUNCTION sweep_webhooks, trim_webhook FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sweep_webhooks, trim_webhook TO gleaner_worker;

-- The message about a quota names it, as the event does.
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
  IF NEW.details ->> 'to' = 'QUEUED' THEN PERFORM follow_session(crawl.id); END IF;
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
      PERFORM announce('session.ended', crawl.topic_id, crawl.id, facts || jsonb_build_object('state', NEW.details -> 'to'));
    END IF;
  END IF;
  RETURN NULL;
END $$;
