-- The changes of a topic are listed newest first.
CREATE INDEX "visits_topic_id_fetched_at_session_id_step_idx" ON "visits"("topic_id", "fetched_at", "session_id", "step");
