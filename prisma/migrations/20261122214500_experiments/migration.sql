-- Experiments: policies compared on a web that is known beforehand. Finished runs are stored one by one, so that only the others run again.
CREATE TYPE "ExperimentStatus" AS ENUM ('QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED');

CREATE TABLE "experiments" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "topic_id" UUID,
  "model_id" UUID,
  "session_id" UUID,
  "status" "ExperimentStatus" NOT NULL DEFAULT 'QUEUED',
  "plan" JSONB NOT NULL,
  "planned_runs" INTEGER NOT NULL,
  "findings" JSONB,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "experiments_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "experiments_created_at_id_idx" ON "experiments" ("created_at", "id");

CREATE TABLE "experiment_runs" (
  "experiment_id" UUID NOT NULL,
  "policy" SMALLINT NOT NULL,
  "budget" INTEGER NOT NULL,
  "random_seed" INTEGER NOT NULL,
  "result" JSONB NOT NULL,
  CONSTRAINT "experiment_runs_pkey" PRIMARY KEY ("experiment_id", "policy", "budget", "random_seed"),
  CONSTRAINT "experiment_runs_experiment_id_fkey" FOREIGN KEY ("experiment_id") REFERENCES "experiments" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
