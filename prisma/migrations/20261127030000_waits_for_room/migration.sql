-- What a queued session waits for besides a worker: room for what it would bring (ARCHIVE_FULL, DATABASE_FULL). Noted by workers, for people.
ALTER TABLE "sessions" ADD COLUMN "waiting_for" TEXT;
