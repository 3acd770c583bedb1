-- Writes an event of a topic that is about sessions, too: webhooks of these sessions are told of it, those of the topic, and those of all. It stands in order with
-- all else of the topic. `sessions`: the one that it came from first; some may be null. @return for how many webhooks
CREATE FUNCTION announce_about(kind text, topic uuid, sessions uuid[], facts jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  home uuid := coalesce((SELECT t.project_id FROM topics t WHERE t.id = topic), gleaner_project());
  hook uuid;
  told integer := 0;
BEGIN
  -- As in `announce`: held, in the same order.
  FOR hook IN
    SELECT w.id FROM webhooks w WHERE w.project_id = home AND w.enabled AND kind = ANY(w.types)
      AND (w.topic_id IS NULL OR w.topic_id = topic) AND (w.session_id IS NULL OR w.session_id = ANY(sessions))
    ORDER BY w.id FOR KEY SHARE
  LOOP
    PERFORM tell_webhook(hook, kind, topic, sessions[1], topic, facts);
    told := told + 1;
  END LOOP;
  RETURN told;
END $$;
