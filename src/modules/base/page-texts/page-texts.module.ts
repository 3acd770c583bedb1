import { Module } from '@nestjs/common';
import { PageExcerpts } from './page-excerpts.repository.js';
import { PageTextReader } from './page-texts.js';
import { TextMetrics } from './text-metrics.js';
import { TextMover } from './text-mover.js';
import { TextMovesRepository } from './text-moves.repository.js';
import { TextStore } from './text-store.js';

/**
 * Texts of pages, in the database or in the store of page texts. Every process contains the mover, which starts only in
 * workers.
 */
@Module({
  providers: [PageExcerpts, PageTextReader, TextMetrics, TextMover, TextMovesRepository, TextStore],
  exports: [PageExcerpts, PageTextReader],
})
export class PageTextsModule {}
