-- Lexemes unite more spellings: digits of all scripts, dots of Hindi, joiners of Persian, capitals of Turkish. Until a session has been indexed again, its pages are found by the spellings that they have.
UPDATE search_progress SET indexed = 0;
