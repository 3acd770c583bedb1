-- Pages that a session takes from the collection of its topic without a fetch, and pages of it that it passes over.
ALTER TABLE "sessions" ADD COLUMN "reused" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "skipped" INTEGER NOT NULL DEFAULT 0;
