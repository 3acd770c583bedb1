-- What a link near the pages of a monitor promises: the highest relevance of a page that links to it, as best-first crawling has it. Zero: known from before.
ALTER TABLE "monitor_pages" ADD COLUMN "score" REAL NOT NULL DEFAULT 0;
