-- The Turkish capital with a dot is indexed as a plain i: `istanbul` finds `İstanbul`.
UPDATE search_progress SET indexed = 0 WHERE languages IS NULL OR 'tr' = ANY(languages);
