import { Module } from '@nestjs/common';
import { CollectionsModule } from '../collections/index.js';
import { ResultsModule } from '../results/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

/** Printable reports of sessions and topics. */
@Module({
  imports: [CollectionsModule, ResultsModule, SessionsModule, TopicsModule],
  controllers: [ReportsController],
  providers: [ReportsService],
})
export class ReportsModule {}
