-- Texts of pages may be in an object store (PAGE_STORE) instead of here. What is left here of such a page is the beginning of its texts, for lists.

-- Where the texts are: seq of the first and the last page of their pack, a digest of the pack, start and length of the page's part in it, bytes. NULL: they
-- are here, and whole.
ALTER TABLE "pages" ADD COLUMN "text_place" INTEGER[];

-- How far the texts of a session have been moved: those of pages whose seq is lower.
CREATE TABLE "text_progress" (
  "session_id" UUID NOT NULL,
  "moved" INTEGER NOT NULL DEFAULT 0,
  "moved_at" TIMESTAMPTZ(3),
  CONSTRAINT "text_progress_pkey" PRIMARY KEY ("session_id"),
  CONSTRAINT "text_progress_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE "text_progress" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "text_progress" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = "text_progress"."session_id"));

-- Packs that are being put into the store: whoever begins one notes it, and takes the note away in the transaction that ends it. What is left of one whose
-- process died is found by its note, also when the session is gone. No reference to the session for that reason.
CREATE TABLE "text_uploads" (
  "session_id" UUID NOT NULL,
  "first" INTEGER NOT NULL,
  "last" INTEGER NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "text_uploads_pkey" PRIMARY KEY ("session_id", "first", "last")
);
ALTER TABLE "text_uploads" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "text_uploads" TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = "text_uploads"."session_id"));
