-- Times in messages are spelled as everywhere in the API, whatever time zone the database has.
CREATE FUNCTION utc_text(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

CREATE OR REPLACE FUNCTION tell_relevant_pages(hook uuid, session uuid, page_limit integer, waiting_limit integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  place integer;
  crawl record;
  last integer;
  told jsonb;
  until integer;
  more boolean;
BEGIN
  PERFORM 1 FROM webhooks w WHERE w.id = hook AND w.enabled FOR KEY SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT l.pages_seq INTO place FROM webhook_lanes l WHERE l.webhook_id = hook AND l.subject_id = session AND l.pages_seq IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT s.topic_id, s.fetched, s.completed, s.state INTO crawl FROM sessions s WHERE s.id = session;
  IF NOT FOUND THEN
    UPDATE webhook_lanes SET pages_seq = NULL WHERE webhook_id = hook AND subject_id = session;
    RETURN false;
  END IF;
  IF (SELECT count(*) FROM (SELECT FROM webhook_messages m WHERE m.webhook_id = hook AND m.subject_id = session AND m.status = 'PENDING'
      AND m.type = 'page.relevant' LIMIT waiting_limit) waiting) >= waiting_limit THEN
    UPDATE webhook_lanes SET pages_at = clock_timestamp() WHERE webhook_id = hook AND subject_id = session;
    RETURN false;
  END IF;
  last := last_told_step(crawl.fetched, crawl.completed);
  place := least(place, last);
  SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]'), max(p.seq) INTO told, until FROM (
    SELECT p.seq, p.step, u.url, d.name AS domain, left(p.title, 300) AS title, p.probability, p.depth, utc_text(p.fetched_at) AS "fetchedAt"
    FROM pages p
    JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
    JOIN domains d ON d.session_id = p.session_id AND d.domain_no = p.domain_no
    WHERE p.session_id = session AND p.seq > place AND p.seq <= last AND p.relevant ORDER BY p.seq LIMIT page_limit) p;
  more := jsonb_array_length(told) = page_limit;
  IF NOT more THEN until := last; END IF;
  UPDATE webhook_lanes SET pages_at = clock_timestamp(),
    -- A session that has ended, and is told whole, is not looked at again until it goes on.
    pages_seq = CASE WHEN more OR crawl.state NOT IN ('COMPLETED', 'STOPPED', 'FAILED') THEN until END
  WHERE webhook_id = hook AND subject_id = session;
  IF jsonb_array_length(told) > 0 THEN
    PERFORM tell_webhook(hook, 'page.relevant', crawl.topic_id, session, session,
      jsonb_build_object('sessionId', session, 'topicId', crawl.topic_id, 'pages', told));
  END IF;
  RETURN more;
END $$;

CREATE OR REPLACE FUNCTION announce_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('model.trained', NEW.topic_id, NULL, jsonb_build_object('modelId', NEW.id, 'topicId', NEW.topic_id, 'version', NEW.version,
    'kind', NEW.kind, 'threshold', NEW.threshold, 'trainedAt', utc_text(NEW.trained_at)));
  RETURN NULL;
END $$;
