-- The agenda's time is the running time of the session, which nobody sets, in place of fetched_at. Checkpoints hold times of the old kind; the log has all.
ALTER TABLE "pages" ADD COLUMN "active_ms" BIGINT NOT NULL DEFAULT 0;

UPDATE "pages" p SET "active_ms" = greatest(0, extract(epoch FROM p."fetched_at" - s."first_at") * 1000)::bigint
FROM (SELECT "session_id", min("fetched_at") AS "first_at" FROM "pages" GROUP BY "session_id") s WHERE s."session_id" = p."session_id";

DELETE FROM "checkpoints";
