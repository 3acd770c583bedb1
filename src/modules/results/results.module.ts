import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { DomainsRepository } from './domains.repository.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { LinksRepository } from './links.repository.js';
import { PageResolver } from './page.resolver.js';
import { PagesController } from './pages.controller.js';
import { PagesRepository } from './pages.repository.js';
import { ResultsController } from './results.controller.js';
import { DomainResolver, LinkResolver, SessionResultsResolver } from './results.resolver.js';
import { ResultsService } from './results.service.js';
import { SeriesRepository } from './series.repository.js';

@Module({
  imports: [SessionsModule],
  controllers: [ExportsController, PagesController, ResultsController],
  providers: [
    ResultsService, ExportsService, PagesRepository, DomainsRepository, LinksRepository, SeriesRepository,
    SessionResultsResolver, PageResolver, DomainResolver, LinkResolver,
  ],
})
export class ResultsModule {}
