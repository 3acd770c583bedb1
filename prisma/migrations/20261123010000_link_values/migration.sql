-- Spiders of a third kind: weights of facts by which sessions chose links.
ALTER TABLE "spiders"
  DROP CONSTRAINT "spiders_kind_check",
  ADD CONSTRAINT "spiders_kind_check" CHECK (
    CASE "kind"
      WHEN 'links' THEN "bins" IS NOT NULL AND "text" IS NOT NULL AND "discount" IS NOT NULL
      WHEN 'page-classes' THEN "clusters" IS NOT NULL AND "vocabulary" IS NOT NULL
      WHEN 'link-values' THEN true
      ELSE false
    END
  );
