-- Parsing every page's text into lexemes took more time than the whole rest of a crawl. Relevant pages are what is searched for; others are found by reading them.
DROP INDEX "pages_fulltext_idx";
CREATE INDEX "pages_fulltext_idx" ON "pages"
    USING GIN (to_tsvector('english', left(coalesce("title", '') || ' ' || coalesce("text", ''), 20000))) WHERE "relevant";
