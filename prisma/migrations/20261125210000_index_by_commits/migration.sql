-- Commits write the search index of their pages themselves, of words that they have read anyhow. What earlier versions have indexed is made anew, by a worker and in
-- the background (about a minute for 100 000 pages): until a session has been, its pages are found by the words that they were found by before.
UPDATE search_progress SET indexed = 0;

-- A tsvector does not get smaller by compression, and trying takes an eighth of what writing it takes.
ALTER TABLE page_lexemes ALTER COLUMN lexemes SET STORAGE EXTERNAL;
