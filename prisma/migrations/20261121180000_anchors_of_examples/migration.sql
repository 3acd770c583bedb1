-- Texts of links known to lead to an example: models of anchors learn from them.
ALTER TABLE "examples" ADD COLUMN "anchors" JSONB NOT NULL DEFAULT '[]';
