-- A page's main text is made of pieces of its text: it is kept as where they lie, unless they cannot be told so.
ALTER TABLE "pages" ADD COLUMN "main_ranges" INTEGER[];

-- Start (from 1) and length of each piece in turn, in characters.
CREATE FUNCTION main_text_of(whole TEXT, ranges INTEGER[]) RETURNS TEXT
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT string_agg(substr(whole, ranges[i], ranges[i + 1]), ' ' ORDER BY i) FROM generate_series(1, cardinality(ranges), 2) AS i);

-- Compressing costs as much as all other writing of a page. Without the second copy of the main text a page takes less room than before even so.
ALTER TABLE "pages" ALTER COLUMN "text" SET STORAGE EXTERNAL;
