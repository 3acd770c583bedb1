-- A probability of relevance, the similarity of a keyword and a policy's value were all named score.
ALTER TABLE "pages" RENAME COLUMN "score" TO "probability";
ALTER INDEX "pages_session_id_score_step_idx" RENAME TO "pages_session_id_probability_step_idx";
ALTER TABLE "classifier_verdicts" RENAME COLUMN "score" TO "probability";
ALTER TABLE "keywords" RENAME COLUMN "score" TO "similarity";
ALTER TABLE "keyword_candidates" RENAME COLUMN "score" TO "similarity";
UPDATE "pages" SET "why" = ("why" - 'score') || jsonb_build_object('value', "why" -> 'score') WHERE "why" ? 'score';

-- The random seed of a session, beside the URLs it starts from.
ALTER TABLE "sessions" RENAME COLUMN "seed" TO "random_seed";

-- Sessions and jobs that end well are COMPLETED; a session that a user stops is STOPPED.
ALTER TYPE "JobStatus" RENAME VALUE 'DONE' TO 'COMPLETED';
ALTER TYPE "SessionState" RENAME VALUE 'CANCELLED' TO 'STOPPED';
UPDATE "sessions" SET "state_reason" = 'STOPPED' WHERE "state_reason" = 'CANCELLED';
