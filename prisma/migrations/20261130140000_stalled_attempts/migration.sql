ALTER TABLE "jobs" ADD COLUMN "stalled_attempts" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "furthest" DOUBLE PRECISION NOT NULL DEFAULT 0;
-- Until now, every attempt counted.
UPDATE "jobs" SET "stalled_attempts" = "attempts";
