-- Last-Modified of each page as it was sent: how old news are in a monitoring session. Null for pages before this migration.
ALTER TABLE "pages" ADD COLUMN "last_modified" TEXT;
