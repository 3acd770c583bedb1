-- Webhooks and their outbox: what happens is written as messages in the transaction in which it happens, and workers deliver them afterwards.
CREATE TABLE "webhooks" (
  "id" UUID NOT NULL,
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "url" TEXT NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  -- Types of events it is told of.
  "types" TEXT[] NOT NULL,
  -- Only events of this topic, or of this session.
  "topic_id" UUID,
  "session_id" UUID,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  -- Why the service switched it off: gone, failing, backlog.
  "disabled_reason" TEXT,
  "disabled_at" TIMESTAMPTZ(3),
  -- Since when no attempt has succeeded.
  "failing_since" TIMESTAMPTZ(3),
  -- The receiver asked for no message before this time (Retry-After).
  "not_before" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "webhooks_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "webhooks_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhooks_project_id_created_at_id_idx" ON "webhooks" ("project_id", "created_at", "id");
CREATE INDEX "webhooks_topic_id_idx" ON "webhooks" ("topic_id");
CREATE INDEX "webhooks_session_id_idx" ON "webhooks" ("session_id");

-- What messages are signed with. All that have not expired sign, so that a receiver may change over at any moment in between.
CREATE TABLE "webhook_secrets" (
  "id" UUID NOT NULL,
  "webhook_id" UUID NOT NULL,
  "secret" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Null: the present one.
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_secrets_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_secrets_webhook_id_idx" ON "webhook_secrets" ("webhook_id");

-- One message to one webhook.
CREATE TABLE "webhook_messages" (
  "id" UUID NOT NULL,
  "webhook_id" UUID NOT NULL,
  -- Messages of a lane are delivered in the order of their numbers.
  "no" BIGSERIAL NOT NULL,
  "subject_id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "topic_id" UUID,
  "session_id" UUID,
  "data" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  -- PENDING, DELIVERED, FAILED.
  "status" TEXT NOT NULL DEFAULT 'PENDING',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  -- Attempts before it was replayed last: the retries begin anew there.
  "attempts_before" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_messages_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_messages_webhook_id_created_at_id_idx" ON "webhook_messages" ("webhook_id", "created_at", "id");
CREATE INDEX "webhook_messages_created_at_idx" ON "webhook_messages" ("created_at");
CREATE INDEX "webhook_messages_pending_idx" ON "webhook_messages" ("webhook_id", "subject_id", "no") WHERE "status" = 'PENDING';

CREATE TABLE "webhook_attempts" (
  "message_id" UUID NOT NULL,
  "no" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "duration_ms" INTEGER NOT NULL,
  -- Null when no answer came.
  "http_status" INTEGER,
  -- delivered, refused, or what kept an answer away.
  "outcome" TEXT NOT NULL,
  "error" TEXT,
  -- The beginning of the answer's body.
  "excerpt" TEXT,
  CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("message_id", "no"),
  CONSTRAINT "webhook_attempts_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "webhook_messages" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The messages of a webhook about one subject, a session or a topic, are a lane: one after the other. Whoever writes a message, and whoever notes what became
-- of one, locks the lane first, so a message is never left behind in a lane that is taken for empty.
CREATE TABLE "webhook_lanes" (
  "webhook_id" UUID NOT NULL,
  "subject_id" UUID NOT NULL,
  -- When the first waiting message is to be tried; null: none waits; infinity: the webhook is switched off.
  "due_at" TIMESTAMPTZ(3),
  -- Until when a process delivers; each claim raises the number, so that one that was too slow is noticed.
  "claimed_until" TIMESTAMPTZ(3),
  "claim" INTEGER NOT NULL DEFAULT 0,
  -- Steps of the session up to which its relevant pages have been told, and its uncertain pages; null: they are not.
  "pages_seq" INTEGER,
  "pages_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',
  "labels_seq" INTEGER,
  "labels_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',
  CONSTRAINT "webhook_lanes_pkey" PRIMARY KEY ("webhook_id", "subject_id"),
  CONSTRAINT "webhook_lanes_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_lanes_due_at_idx" ON "webhook_lanes" ("due_at");
CREATE INDEX "webhook_lanes_webhook_id_claimed_until_idx" ON "webhook_lanes" ("webhook_id", "claimed_until");
CREATE INDEX "webhook_lanes_followed_idx" ON "webhook_lanes" ("subject_id") WHERE "pages_seq" IS NOT NULL OR "labels_seq" IS NOT NULL;

ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "webhooks" TO gleaner_api USING (project_id = gleaner_project());
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES
    ('webhook_secrets', 'webhook_id', 'webhooks'), ('webhook_messages', 'webhook_id', 'webhooks'), ('webhook_lanes', 'webhook_id', 'webhooks'),
    ('webhook_attempts', 'message_id', 'webhook_messages')
  ) AS parts (name, key, whole) LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part.name);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (EXISTS (SELECT FROM %I w WHERE w.id = %I.%I))',
      part.name, part.whole, part.name, part.key);
  END LOOP;
END $$;
-- The role of the API writes secrets and cannot read them.
REVOKE SELECT, UPDATE ON "webhook_secrets" FROM gleaner_api;
GRANT SELECT ("id", "webhook_id", "created_at", "expires_at"), UPDATE ("expires_at") ON "webhook_secrets" TO gleaner_api;

DO $$
DECLARE
  noted record;
BEGIN
  FOR noted IN SELECT * FROM (VALUES
    ('webhooks', 'insert', 'NEW', 'c.id', 'c.project_id'),
    ('webhooks', 'update', 'NEW', 'c.id', 'c.project_id'),
    ('webhooks', 'delete', 'OLD', 'c.id', 'c.project_id'),
    ('webhook_secrets', 'insert', 'NEW', 'c.webhook_id', 'gleaner_project()'),
    -- A replay.
    ('webhook_messages', 'update', 'NEW', 'c.id', 'gleaner_project()')
  ) AS tables (name, change, side, id, project) LOOP
    EXECUTE format('CREATE TRIGGER noted_%s AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_change(%L, %L)',
      noted.change, noted.change, noted.name, noted.side, noted.id, noted.project);
  END LOOP;
END $$;

-- Lanes of a webhook that is switched off wait until it is switched on.
CREATE FUNCTION park_webhook_lanes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_lanes SET due_at = CASE WHEN NEW.enabled THEN clock_timestamp() ELSE 'infinity' END WHERE webhook_id = NEW.id AND due_at IS NOT NULL;
  IF NEW.enabled THEN PERFORM pg_notify('gleaner_outbox', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_lanes_parked AFTER UPDATE OF enabled ON "webhooks" FOR EACH ROW WHEN (OLD.enabled <> NEW.enabled) EXECUTE FUNCTION park_webhook_lanes();

-- Writes one message to one webhook, which the transaction holds.
CREATE FUNCTION tell_webhook(hook uuid, kind text, topic uuid, session uuid, subject uuid, facts jsonb) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  message uuid := time_ordered_id(at);
BEGIN
  INSERT INTO webhook_lanes AS l (webhook_id, subject_id, due_at) VALUES (hook, subject, at)
  ON CONFLICT (webhook_id, subject_id) DO UPDATE SET due_at = coalesce(l.due_at, excluded.due_at);
  INSERT INTO webhook_messages (id, webhook_id, subject_id, type, topic_id, session_id, data, created_at, next_attempt_at)
  VALUES (message, hook, subject, kind, topic, session, facts, at, at);
  PERFORM pg_notify('gleaner_outbox', '');
  RETURN message;
END $$;

-- Writes an event for all webhooks that want it; nothing where there are none. Its project is that of the session or topic, or the one in scope.
-- `subject` names the lane: the session where there is one, else the topic. @return for how many webhooks
CREATE FUNCTION announce(kind text, topic uuid, session uuid, facts jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  home uuid := coalesce((SELECT s.project_id FROM sessions s WHERE s.id = session), (SELECT t.project_id FROM topics t WHERE t.id = topic), gleaner_project());
  hook uuid;
  told integer := 0;
BEGIN
  -- Held, so that none is deleted before its message is there; always in the same order.
  FOR hook IN
    SELECT w.id FROM webhooks w WHERE w.project_id = home AND w.enabled AND kind = ANY(w.types)
      AND (w.topic_id IS NULL OR w.topic_id = topic) AND (w.session_id IS NULL OR w.session_id = session)
    ORDER BY w.id FOR KEY SHARE
  LOOP
    PERFORM tell_webhook(hook, kind, topic, session, coalesce(session, topic, home), facts);
    told := told + 1;
  END LOOP;
  RETURN told;
END $$;

-- The last step of a session that may have a relevant page; -1 while there is none: a session that reached nothing may begin with step 0 again.
CREATE FUNCTION last_told_step(fetched integer, completed integer) RETURNS integer LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN fetched = 0 THEN -1 ELSE completed - 1 END;

-- Tells a webhook the next relevant pages of a session that it follows, and moves its place on, in one transaction. Not while so many messages of this kind
-- wait already: the log keeps the pages until they are told. @return whether there may be more to tell at once
CREATE FUNCTION tell_relevant_pages(hook uuid, session uuid, page_limit integer, waiting_limit integer) RETURNS boolean LANGUAGE plpgsql AS $$
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
    SELECT p.seq, p.step, u.url, d.name AS domain, left(p.title, 300) AS title, p.probability, p.depth, p.fetched_at AS "fetchedAt"
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

-- Tells a webhook the pages of a session that it follows about which the model was least certain, since it was told last; only when there are enough of
-- them, or the session has ended.
CREATE FUNCTION tell_wanted_labels(hook uuid, session uuid, page_limit integer, least_pages integer, most_margin float8) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place integer;
  crawl record;
  last integer;
  told jsonb;
  ended boolean;
BEGIN
  PERFORM 1 FROM webhooks w WHERE w.id = hook AND w.enabled FOR KEY SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT l.labels_seq INTO place FROM webhook_lanes l WHERE l.webhook_id = hook AND l.subject_id = session AND l.labels_seq IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT s.topic_id, s.fetched, s.completed, s.state, coalesce(m.threshold, 0.5) AS threshold INTO crawl
  FROM sessions s JOIN models m ON m.id = s.model_id WHERE s.id = session;
  IF NOT FOUND THEN
    UPDATE webhook_lanes SET labels_seq = NULL WHERE webhook_id = hook AND subject_id = session;
    RETURN;
  END IF;
  last := last_told_step(crawl.fetched, crawl.completed);
  ended := crawl.state IN ('COMPLETED', 'STOPPED', 'FAILED');
  -- The newest 5 000 steps are enough to choose from.
  SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]') INTO told FROM (
    SELECT p.seq, p.step, u.url, d.name AS domain, left(p.title, 300) AS title, p.probability, abs(p.probability - crawl.threshold) AS margin
    FROM pages p
    JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
    JOIN domains d ON d.session_id = p.session_id AND d.domain_no = p.domain_no
    WHERE p.session_id = session AND p.seq > greatest(least(place, last), last - 5000) AND p.seq <= last
      AND p.outcome = 'page' AND p.duplicate_of IS NULL AND NOT p.noindex AND p.title IS NOT NULL AND abs(p.probability - crawl.threshold) <= most_margin
      AND NOT EXISTS (SELECT FROM examples e WHERE e.topic_id = crawl.topic_id AND e.url = u.url)
    ORDER BY 7, 1 LIMIT page_limit) p;
  IF jsonb_array_length(told) < (CASE WHEN ended THEN 1 ELSE least_pages END) THEN
    UPDATE webhook_lanes SET labels_at = clock_timestamp(), labels_seq = CASE WHEN NOT ended THEN place END WHERE webhook_id = hook AND subject_id = session;
    RETURN;
  END IF;
  UPDATE webhook_lanes SET labels_at = clock_timestamp(), labels_seq = CASE WHEN NOT ended THEN last END WHERE webhook_id = hook AND subject_id = session;
  PERFORM tell_webhook(hook, 'label.wanted', crawl.topic_id, session, session,
    jsonb_build_object('sessionId', session, 'topicId', crawl.topic_id, 'pages', told));
END $$;

-- Has webhooks follow a session from where it is now, those that want its pages or labels and do not follow it yet.
CREATE FUNCTION follow_session(session uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_lanes AS l (webhook_id, subject_id, pages_seq, labels_seq)
  SELECT w.id, s.id, CASE WHEN 'page.relevant' = ANY(w.types) THEN last_told_step(s.fetched, s.completed) END,
    CASE WHEN 'label.wanted' = ANY(w.types) THEN last_told_step(s.fetched, s.completed) END
  FROM sessions s JOIN webhooks w ON w.project_id = s.project_id
  WHERE s.id = session AND w.enabled AND w.types && ARRAY['page.relevant', 'label.wanted']
    AND (w.topic_id IS NULL OR w.topic_id = s.topic_id) AND (w.session_id IS NULL OR w.session_id = s.id)
  ORDER BY w.id FOR KEY SHARE OF w
  ON CONFLICT (webhook_id, subject_id) DO UPDATE
  SET pages_seq = coalesce(l.pages_seq, excluded.pages_seq), labels_seq = coalesce(l.labels_seq, excluded.labels_seq);
END $$;

-- What a webhook that was made, switched on or changed follows: the sessions that have not ended and that it wants, from where they are now.
CREATE FUNCTION follow_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_lanes l SET
    pages_seq = CASE WHEN 'page.relevant' = ANY(NEW.types) AND s.is_wanted THEN l.pages_seq END,
    labels_seq = CASE WHEN 'label.wanted' = ANY(NEW.types) AND s.is_wanted THEN l.labels_seq END
  FROM (SELECT id, (NEW.topic_id IS NULL OR NEW.topic_id = topic_id) AND (NEW.session_id IS NULL OR NEW.session_id = id) AS is_wanted FROM sessions) AS s
  WHERE l.subject_id = s.id AND l.webhook_id = NEW.id AND (l.pages_seq IS NOT NULL OR l.labels_seq IS NOT NULL);
  IF NEW.enabled AND NEW.types && ARRAY['page.relevant', 'label.wanted'] THEN
    PERFORM follow_session(s.id) FROM sessions s WHERE s.project_id = NEW.project_id AND s.state NOT IN ('COMPLETED', 'STOPPED', 'FAILED') ORDER BY s.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_follows AFTER INSERT ON "webhooks" FOR EACH ROW EXECUTE FUNCTION follow_sessions();
CREATE TRIGGER webhook_follows_again AFTER UPDATE OF enabled, types, topic_id, session_id ON "webhooks" FOR EACH ROW
  WHEN (OLD.enabled <> NEW.enabled OR OLD.types <> NEW.types OR OLD.topic_id IS DISTINCT FROM NEW.topic_id OR OLD.session_id IS DISTINCT FROM NEW.session_id)
  EXECUTE FUNCTION follow_sessions();

-- What the events of a session tell webhooks. The pages found before are told first, as far as a thousand of them go.
CREATE FUNCTION announce_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
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
      PERFORM announce('quota.reached', crawl.topic_id, crawl.id, facts);
    END IF;
    IF is_end THEN
      PERFORM announce('session.ended', crawl.topic_id, crawl.id, facts || jsonb_build_object('state', NEW.details -> 'to'));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER session_events_announced AFTER INSERT ON "session_events" FOR EACH ROW
  WHEN (NEW.kind = 'saturated' OR (NEW.details ? 'to' AND NEW.kind NOT LIKE 'model-%')) EXECUTE FUNCTION announce_session_event();

CREATE FUNCTION announce_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('model.trained', NEW.topic_id, NULL, jsonb_build_object('modelId', NEW.id, 'topicId', NEW.topic_id, 'version', NEW.version,
    'kind', NEW.kind, 'threshold', NEW.threshold, 'trainedAt', NEW.trained_at));
  RETURN NULL;
END $$;
CREATE TRIGGER models_announced AFTER UPDATE OF status ON "models" FOR EACH ROW
  WHEN (NEW.status = 'READY' AND OLD.status <> 'READY') EXECUTE FUNCTION announce_model();
