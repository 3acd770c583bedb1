-- Times in a row that a page was to be looked at and nothing came of it, for whatever reason: it is tried again later and later, so that it takes no fetches from others.
ALTER TABLE "monitor_pages" ADD COLUMN "failures" SMALLINT NOT NULL DEFAULT 0;
