-- Where a session stands with its saturation rule: pages and relevant pages in the window, and pages in a row at which the upper bound was below the floor.
ALTER TABLE "sessions" ADD COLUMN "window_fetched" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "window_relevant" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "poor_pages" INTEGER NOT NULL DEFAULT 0;
