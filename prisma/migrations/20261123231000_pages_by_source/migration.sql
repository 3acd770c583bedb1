-- The pages that were reached by links of a page: the filter `sourceStep`, and the link graph around a page.
CREATE INDEX "pages_session_id_source_step_idx" ON "pages" ("session_id", "source", "step");
