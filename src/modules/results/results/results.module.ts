import { Module } from '@nestjs/common';
import { ArchiveModule } from '../../base/archive/index.js';
import { SessionsModule } from '../../crawl/sessions/index.js';
import { TopicsModule } from '../../topics/topics/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { ArchiveExportController } from './exports/archive-export.controller.js';
import { ComparisonController } from './comparison/comparison.controller.js';
import { ComparisonRepository } from './comparison/comparison.repository.js';
import { ComparisonResolver } from './comparison/comparison.resolver.js';
import { ComparisonService } from './comparison/comparison.service.js';
import { BulkMarkdown } from './pages/contents/bulk-markdown.js';
import { ContentsService } from './pages/contents/contents.service.js';
import { DomainPathsRepository } from './domains/domain-paths.repository.js';
import { DomainPathsService } from './domains/domain-paths.service.js';
import { DomainsController } from './domains/domains.controller.js';
import { DomainsRepository } from './domains/domains.repository.js';
import { DomainResolver, SessionDomainsResolver } from './domains/domains.resolver.js';
import { ExportsController } from './exports/exports.controller.js';
import { ExportsService } from './exports/exports.service.js';
import { ExportStreams } from './exports/export-streams.js';
import { FileNames } from './exports/file-names.js';
import { GraphController } from './graph/graph.controller.js';
import { SessionGraphResolver } from './graph/graph.resolver.js';
import { GraphService } from './graph/graph.service.js';
import { JudgementController } from './judgement/judgement.controller.js';
import { JudgementRepository } from './judgement/judgement.repository.js';
import { JudgementResolver } from './judgement/judgement.resolver.js';
import { JudgementService } from './judgement/judgement.service.js';
import { LinksRepository } from './pages/links.repository.js';
import { MonitoringRepository } from './reports/monitoring.repository.js';
import { PageGraphRepository } from './graph/page-graph.repository.js';
import { PageGraphService } from './graph/page-graph.service.js';
import { PageResolver, PageWhyResolver } from './pages/page.resolver.js';
import { PageSearch } from './pages/page-search.repository.js';
import { PagesController } from './pages/pages.controller.js';
import { PagesRepository } from './pages/pages.repository.js';
import { ResultsController } from './results.controller.js';
import { LinkResolver, SessionResultsResolver } from './results.resolver.js';
import { ResultsService } from './results.service.js';
import { ReportRepository } from './reports/report.repository.js';
import { SessionGraphRepository } from './graph/session-graph.repository.js';
import { SessionHostsRepository } from './hosts/session-hosts.repository.js';
import { SessionHostsService } from './hosts/session-hosts.service.js';
import { SeriesRepository } from './reports/series.repository.js';
import { VisitsController } from './visits/visits.controller.js';
import { VisitsRepository } from './visits/visits.repository.js';
import { TopicChangesResolver } from './visits/visits.resolver.js';
import { VisitsService } from './visits/visits.service.js';
import { WaczService } from './exports/wacz/wacz.service.js';

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
    FileNames,
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
  exports: [ExportStreams, FileNames, JudgementService, PageSearch, ResultsService],
})
export class ResultsModule {}
