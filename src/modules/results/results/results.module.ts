import { Module } from '@nestjs/common';
import { ArchiveModule } from '../../base/archive/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ArchiveExportController } from './archive-export.controller.js';
import { ComparisonController } from './comparison/comparison.controller.js';
import { ComparisonRepository } from './comparison/comparison.repository.js';
import { ComparisonResolver } from './comparison/comparison.resolver.js';
import { ComparisonService } from './comparison/comparison.service.js';
import { BulkMarkdown } from './contents/bulk-markdown.js';
import { ContentsService } from './contents/contents.service.js';
import { DomainPathsRepository } from './domain-paths.repository.js';
import { DomainPathsService } from './domain-paths.service.js';
import { DomainsController } from './domains.controller.js';
import { DomainsRepository } from './domains.repository.js';
import { DomainResolver, SessionDomainsResolver } from './domains.resolver.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { ExportStreams } from './export-streams.js';
import { GraphController } from './graph.controller.js';
import { SessionGraphResolver } from './graph.resolver.js';
import { GraphService } from './graph.service.js';
import { JudgementController } from './judgement.controller.js';
import { JudgementRepository } from './judgement.repository.js';
import { JudgementResolver } from './judgement.resolver.js';
import { JudgementService } from './judgement.service.js';
import { LinksRepository } from './links.repository.js';
import { MonitoringRepository } from './monitoring.repository.js';
import { PageGraphRepository } from './page-graph.repository.js';
import { PageGraphService } from './page-graph.service.js';
import { PageResolver, PageWhyResolver } from './page.resolver.js';
import { PageSearch } from './page-search.repository.js';
import { PagesController } from './pages.controller.js';
import { PagesRepository } from './pages.repository.js';
import { ResultsController } from './results.controller.js';
import { LinkResolver, SessionResultsResolver } from './results.resolver.js';
import { ResultsService } from './results.service.js';
import { ReportRepository } from './report.repository.js';
import { SessionGraphRepository } from './session-graph.repository.js';
import { SessionHostsRepository } from './session-hosts.repository.js';
import { SessionHostsService } from './session-hosts.service.js';
import { SeriesRepository } from './series.repository.js';
import { VisitsController } from './visits.controller.js';
import { VisitsRepository } from './visits.repository.js';
import { TopicChangesResolver } from './visits.resolver.js';
import { VisitsService } from './visits.service.js';
import { WaczService } from './wacz/wacz.service.js';

@Module({
  imports: [ArchiveModule, SessionsModule, TopicsModule, PageTextsModule],
  controllers: [
    ArchiveExportController,
    ComparisonController,
    DomainsController,
    ExportsController,
    GraphController,
    JudgementController,
    PagesController,
    ResultsController,
    VisitsController,
  ],
  providers: [
    ResultsService,
    BulkMarkdown,
    ComparisonRepository,
    ComparisonResolver,
    ComparisonService,
    ContentsService,
    ExportsService,
    ExportStreams,
    PagesRepository,
    PageGraphRepository,
    PageGraphService,
    PageSearch,
    DomainPathsRepository,
    DomainPathsService,
    DomainsRepository,
    GraphService,
    JudgementRepository,
    JudgementResolver,
    JudgementService,
    LinksRepository,
    SessionGraphRepository,
    SessionHostsRepository,
    SessionHostsService,
    SessionDomainsResolver,
    SeriesRepository,
    ReportRepository,
    MonitoringRepository,
    VisitsRepository,
    VisitsService,
    WaczService,
    SessionGraphResolver,
    SessionResultsResolver,
    PageResolver,
    PageWhyResolver,
    DomainResolver,
    LinkResolver,
    TopicChangesResolver,
  ],
  exports: [ExportStreams, JudgementService, PageSearch, ResultsService],
})
export class ResultsModule {}
