-- Lists of pages by time and by depth sorted all pages of the session for each piece of the list: 0.2 s at 120 000 pages, and more with each page.
CREATE INDEX "pages_session_id_fetched_at_step_idx" ON "pages"("session_id", "fetched_at", "step");
CREATE INDEX "pages_session_id_depth_step_idx" ON "pages"("session_id", "depth", "step");
