-- Pages are found without accents too: `cafe` finds `café`, and `istanbul` finds `İstanbul`. Until a session has been indexed again, its pages are found as before.
UPDATE search_progress SET indexed = 0;
