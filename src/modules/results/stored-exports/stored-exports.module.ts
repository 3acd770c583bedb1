import { Module } from '@nestjs/common';
import { CollectionsModule } from '../collections/index.js';
import { JobsModule } from '../../base/jobs/index.js';
import { ResultsModule } from '../results/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import './dto/export-job-result.dto.js';
import { ExportFiles } from './export-files.js';
import { ExportHandler } from './export.handler.js';
import { ExportMetrics } from './export-metrics.js';
import { ExportRunsRepository } from './export-runs.repository.js';
import { ExportSweeper } from './export-sweeper.js';
import { StoredExportsController } from './stored-exports.controller.js';
import { StoredExportsRepository } from './stored-exports.repository.js';
import { SessionExportsResolver, StoredExportsResolver, TopicExportsResolver } from './stored-exports.resolver.js';
import { StoredExportsService } from './stored-exports.service.js';

/** Exports made once, as files that can be downloaded in parts. */
@Module({
  imports: [CollectionsModule, JobsModule, ResultsModule, SessionsModule, TopicsModule],
  controllers: [StoredExportsController],
  providers: [
    StoredExportsService,
    StoredExportsRepository,
    StoredExportsResolver,
    SessionExportsResolver,
    TopicExportsResolver,
    ExportFiles,
    ExportHandler,
    ExportMetrics,
    ExportRunsRepository,
    ExportSweeper,
  ],
  exports: [StoredExportsService, ExportMetrics],
})
export class StoredExportsModule {}
