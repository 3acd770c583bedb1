-- Where links stand on their pages, as tag names with ids and classes from the root: each path of a session once, links name it by its number.
CREATE TABLE "tag_paths" (
  "session_id" UUID NOT NULL,
  "tag_path_no" INTEGER NOT NULL,
  "path" TEXT NOT NULL,
  CONSTRAINT "tag_paths_pkey" PRIMARY KEY ("session_id", "tag_path_no")
);

-- 0: not known, as of all links before this migration.
ALTER TABLE "links" ADD COLUMN "tag_path_no" INTEGER NOT NULL DEFAULT 0;
