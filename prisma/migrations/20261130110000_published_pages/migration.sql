-- Null for pages stored before.
ALTER TABLE pages ADD COLUMN published_at timestamptz(3);
