-- Spiders of two kinds, trained on sessions and on recorded webs.
ALTER TABLE "spiders"
  ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'links',
  ADD COLUMN "clusters" INTEGER,
  ADD COLUMN "vocabulary" INTEGER,
  ADD COLUMN "webs" JSONB NOT NULL DEFAULT '[]',
  ALTER COLUMN "bins" DROP NOT NULL,
  ALTER COLUMN "text" DROP NOT NULL,
  ALTER COLUMN "discount" DROP NOT NULL,
  ADD CONSTRAINT "spiders_kind_check" CHECK (
    CASE "kind"
      WHEN 'links' THEN "bins" IS NOT NULL AND "text" IS NOT NULL AND "discount" IS NOT NULL
      WHEN 'page-classes' THEN "clusters" IS NOT NULL AND "vocabulary" IS NOT NULL
      ELSE false
    END
  );
