-- Two callers with API keys of their own may choose the same idempotency key: each has its own. What was answered before this belongs to nobody in particular,
-- so only calls to a service without API keys are still answered with it.
ALTER TABLE "idempotency_keys" ADD COLUMN "caller" TEXT NOT NULL DEFAULT '';
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey";
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("caller", "key", "operation");
