-- Candidates of keyword expansions and suggestions are kept, with what was decided about them.
CREATE TYPE "CandidateMethod" AS ENUM ('tres', 'rake', 'collocation', 'seed');
CREATE TYPE "CandidateStatus" AS ENUM ('pending', 'accepted', 'rejected');

CREATE TABLE "keyword_candidates" (
    "id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "stems" TEXT NOT NULL,
    "kind" "KeywordKind" NOT NULL,
    "method" "CandidateMethod" NOT NULL,
    "status" "CandidateStatus" NOT NULL DEFAULT 'pending',
    "score" DOUBLE PRECISION,
    "lift" DOUBLE PRECISION NOT NULL,
    "relevant_documents" INTEGER NOT NULL,
    "other_documents" INTEGER NOT NULL,
    "background_documents" INTEGER NOT NULL,
    "searched" INTEGER[],
    "verdict" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "keyword_set_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyword_candidates_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "keyword_candidates_topic_id_stems_key" ON "keyword_candidates"("topic_id", "stems");
CREATE INDEX "keyword_candidates_topic_id_lift_id_idx" ON "keyword_candidates"("topic_id", "lift" DESC, "id");
ALTER TABLE "keyword_candidates" ADD CONSTRAINT "keyword_candidates_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;
