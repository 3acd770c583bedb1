-- Names that words do not tell from others have lexemes of their own: `C++`, `.NET`, `AT&T`, `IT`. Until a session has been indexed again, its pages are found by the words of these names.
UPDATE search_progress SET indexed = 0;
