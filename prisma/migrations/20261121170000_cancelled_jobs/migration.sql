-- A job can be cancelled: at once while it waits, by its worker while it runs.
ALTER TYPE "JobStatus" ADD VALUE 'CANCELLED';
ALTER TABLE "jobs" ADD COLUMN "cancel_requested_at" TIMESTAMPTZ(3);
