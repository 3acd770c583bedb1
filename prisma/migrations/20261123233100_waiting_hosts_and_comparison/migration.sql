-- Fetches after which their host was to be left alone for longer than a fetch waits (HOST_PATIENCE_MS): few, so that keeping it costs next to nothing.
CREATE INDEX "pages_host_wait_idx" ON "pages" ("session_id", "fetched_at", "step") WHERE "host_wait_ms" > 3000;
-- Relevant pages by where they are: what sessions are compared by.
CREATE INDEX "pages_relevant_final_url_idx" ON "pages" ("session_id", "final_url_no", "step") WHERE "relevant";
