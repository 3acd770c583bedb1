-- Last-Modified of each page, where the server told it: how old news are in a monitoring session. Null for pages before this migration.
ALTER TABLE "pages" ADD COLUMN "modified_at" TIMESTAMPTZ(3);
