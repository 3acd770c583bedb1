-- Automatic ANALYZE would parse the text of each relevant page it samples, again and again while a crawl fills the table. No query is planned by
-- which lexemes are frequent.
ALTER INDEX "pages_fulltext_idx" ALTER COLUMN 1 SET STATISTICS 0;
