-- Lists of failures, and of the domains that were visited, read what they show: of a hundred thousand pages most are no failures, and of the domains a crawl has
-- seen most are never visited. Both are small beside their tables, and a step that succeeds on a known domain writes to neither.
CREATE INDEX "pages_failures_idx" ON "pages" ("session_id", "step") WHERE outcome <> 'page';
CREATE INDEX "domains_visited_idx" ON "domains" ("session_id", "domain_no") WHERE fetched > 0 OR failed > 0;
