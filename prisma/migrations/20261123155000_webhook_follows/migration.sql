-- A session is followed from any change of its state on, not from its beginning alone: a webhook that was made in the same moment did not see it, nor it the webhook.
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
  IF is_change AND NOT is_end THEN PERFORM follow_session(crawl.id); END IF;
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
