-- The languages of a session's pages: a search asks for the stems of its words in these alone. Null where they are not known: then it asks for all.
ALTER TABLE "search_progress" ADD COLUMN "languages" TEXT[];
