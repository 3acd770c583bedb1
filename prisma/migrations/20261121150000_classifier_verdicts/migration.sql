-- What classifiers outside of the service have said of documents, so that nobody is asked twice.
CREATE TABLE "classifier_verdicts" (
  "model_id" UUID NOT NULL,
  "document_hash" BYTEA NOT NULL,
  "score" DOUBLE PRECISION NOT NULL,
  "judged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "classifier_verdicts_pkey" PRIMARY KEY ("model_id", "document_hash"),
  CONSTRAINT "classifier_verdicts_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "models"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "classifier_verdicts_judged_at_idx" ON "classifier_verdicts"("judged_at");
