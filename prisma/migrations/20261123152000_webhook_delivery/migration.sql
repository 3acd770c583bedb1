-- How workers deliver the messages of webhooks. Each function is one statement of its caller, so what it locks is locked for no longer than the database
-- takes, however slow the caller is. Functions lock webhooks before lanes.

-- Takes the first waiting message of the lane that has been due longest. The lane is the caller's until the time is over, or it tells what became of the
-- message. Of one webhook so many lanes are taken at once, and one while it is failing. @return null when nothing is due
CREATE FUNCTION claim_webhook_message(lease_ms integer, at_once integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  lane record;
  message record;
  hook record;
  held integer;
BEGIN
  LOOP
    SELECT l.webhook_id, l.subject_id INTO lane FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id
    WHERE l.due_at <= now() AND (l.claimed_until IS NULL OR l.claimed_until <= now()) AND w.enabled AND (w.not_before IS NULL OR w.not_before <= now())
      AND (SELECT count(*) FROM webhook_lanes o WHERE o.webhook_id = l.webhook_id AND o.claimed_until > now())
        < CASE WHEN w.failing_since IS NULL THEN at_once ELSE 1 END
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

-- Notes what became of an attempt, and when the lane is to be taken again. A caller that was slower than its lease changes nothing.
-- `verdict`: delivered; again, after `wait_ms`; failed: given up; gone: the webhook is switched off, and its messages wait. A webhook of which no attempt has
-- succeeded for `failing_days` is switched off as well. @return false when the lane was taken by another
CREATE FUNCTION note_webhook_attempt(hook uuid, subject uuid, held integer, message uuid, verdict text, wait_ms float8, hold_ms float8, failing_days float8,
  began timestamptz, took_ms integer, http integer, result text, problem text, body text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  why text;
  lane record;
  number integer;
  next_at timestamptz := CASE WHEN verdict = 'again' THEN clock_timestamp() + wait_ms * interval '1 millisecond' ELSE clock_timestamp() END;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_lanes l WHERE l.webhook_id = hook AND l.subject_id = subject AND l.claim = held) THEN RETURN false; END IF;
  IF verdict = 'delivered' THEN
    UPDATE webhooks SET failing_since = NULL WHERE id = hook AND failing_since IS NOT NULL;
  ELSE
    UPDATE webhooks SET failing_since = coalesce(failing_since, began),
      not_before = CASE WHEN hold_ms > 0 THEN greatest(not_before, clock_timestamp() + hold_ms * interval '1 millisecond') ELSE not_before END
    WHERE id = hook AND (failing_since IS NULL OR hold_ms > 0);
    SELECT w.failing_since INTO since FROM webhooks w WHERE w.id = hook;
    why := CASE WHEN verdict = 'gone' THEN 'gone' WHEN since < clock_timestamp() - failing_days * interval '1 day' THEN 'failing' END;
    IF why IS NOT NULL THEN
      UPDATE webhooks SET enabled = false, disabled_reason = why, disabled_at = clock_timestamp(), updated_at = clock_timestamp() WHERE id = hook AND enabled;
    END IF;
  END IF;
  SELECT l.claim, l.due_at INTO lane FROM webhook_lanes l WHERE l.webhook_id = hook AND l.subject_id = subject FOR UPDATE;
  IF NOT FOUND OR lane.claim <> held THEN RETURN false; END IF;
  UPDATE webhook_messages m SET attempts = m.attempts + 1,
    status = CASE verdict WHEN 'delivered' THEN 'DELIVERED' WHEN 'failed' THEN 'FAILED' ELSE 'PENDING' END,
    next_attempt_at = CASE WHEN verdict IN ('again', 'gone') THEN next_at END,
    finished_at = CASE WHEN verdict IN ('delivered', 'failed') THEN clock_timestamp() END
  WHERE m.id = message RETURNING m.attempts INTO number;
  IF FOUND THEN
    INSERT INTO webhook_attempts (message_id, no, at, duration_ms, http_status, outcome, error, excerpt)
    VALUES (message, number, began, took_ms, http, result, problem, body);
    DELETE FROM webhook_attempts a WHERE a.message_id = message AND a.no <= number - 50;
  END IF;
  -- Told twice, because the answer to the first time was lost, it counts once.
  UPDATE webhook_lanes SET claimed_until = NULL, claim = claim + 1, due_at = CASE
    WHEN NOT EXISTS (SELECT FROM webhook_messages m WHERE m.webhook_id = hook AND m.subject_id = subject AND m.status = 'PENDING') THEN NULL
    WHEN lane.due_at = 'infinity' THEN lane.due_at ELSE next_at END
  WHERE webhook_id = hook AND subject_id = subject;
  RETURN true;
END $$;

-- Has messages delivered once more, or at once where they wait already; messages of a lane keep their order. @return how many
CREATE FUNCTION replay_webhook_messages(hook uuid, messages uuid[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  replayed integer;
BEGIN
  PERFORM 1 FROM webhooks w WHERE w.id = hook FOR KEY SHARE;
  INSERT INTO webhook_lanes AS l (webhook_id, subject_id, due_at)
  SELECT DISTINCT hook, m.subject_id, clock_timestamp() FROM webhook_messages m WHERE m.webhook_id = hook AND m.id = ANY(messages) ORDER BY 2
  ON CONFLICT (webhook_id, subject_id) DO UPDATE SET due_at = CASE WHEN l.due_at = 'infinity' THEN l.due_at ELSE excluded.due_at END;
  UPDATE webhook_messages m SET status = 'PENDING', attempts_before = m.attempts, next_attempt_at = clock_timestamp(), finished_at = NULL
  WHERE m.webhook_id = hook AND m.id = ANY(messages);
  GET DIAGNOSTICS replayed = ROW_COUNT;
  PERFORM pg_notify('gleaner_outbox', '');
  RETURN replayed;
END $$;

-- Housekeeping: messages that are old, or have ended and are more than so many of a webhook; lanes in which nothing waits; secrets that have expired. A webhook
-- for which too many messages wait is switched off. @return how many messages were deleted
CREATE FUNCTION sweep_webhooks(days integer, most_kept integer, most_waiting integer, at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  old integer;
  surplus integer;
BEGIN
  UPDATE webhooks w SET enabled = false, disabled_reason = 'backlog', disabled_at = clock_timestamp(), updated_at = clock_timestamp()
  WHERE w.enabled AND (SELECT count(*) FROM (
    SELECT FROM webhook_messages m WHERE m.webhook_id = w.id AND m.status = 'PENDING' LIMIT most_waiting + 1) waiting) > most_waiting;
  DELETE FROM webhook_messages WHERE id IN (SELECT m.id FROM webhook_messages m WHERE m.created_at < now() - make_interval(days => days) LIMIT at_once);
  GET DIAGNOSTICS old = ROW_COUNT;
  DELETE FROM webhook_messages WHERE id IN (
    SELECT m.id FROM webhooks w
    CROSS JOIN LATERAL (SELECT k.created_at, k.id FROM webhook_messages k WHERE k.webhook_id = w.id ORDER BY k.created_at DESC, k.id DESC OFFSET most_kept LIMIT 1) edge
    JOIN webhook_messages m ON m.webhook_id = w.id AND (m.created_at, m.id) <= (edge.created_at, edge.id) AND m.status <> 'PENDING' LIMIT at_once);
  GET DIAGNOSTICS surplus = ROW_COUNT;
  DELETE FROM webhook_lanes l WHERE l.due_at IS NULL AND l.pages_seq IS NULL AND l.labels_seq IS NULL AND l.claimed_until IS NULL;
  DELETE FROM webhook_secrets s WHERE s.expires_at < now();
  RETURN old + surplus;
END $$;

REVOKE EXECUTE ON FUNCTION claim_webhook_message, note_webhook_attempt, sweep_webhooks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_webhook_message, note_webhook_attempt, sweep_webhooks TO gleaner_worker;
