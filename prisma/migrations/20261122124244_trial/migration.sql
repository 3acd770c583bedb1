-- DropIndex
DROP INDEX "page_lexemes_lexemes_idx";


