-- Keys are claimed before anything is created, and keep the answer that was given. Keys from before name objects without an answer: such an object is described anew.
ALTER TABLE "idempotency_keys"
  ALTER COLUMN "object_id" DROP NOT NULL,
  ADD COLUMN "answer" TEXT,
  ADD COLUMN "owner" UUID,
  ADD COLUMN "owned_until" TIMESTAMPTZ(3);
