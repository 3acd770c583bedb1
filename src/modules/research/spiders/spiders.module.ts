import { Module } from '@nestjs/common';
import { JobsModule } from '../../base/jobs/index.js';
import { WebLibraryModule } from '../web-library/index.js';
import { PriorsModule } from '../../crawl/priors/index.js';
import { PageTextsModule } from '../../base/page-texts/index.js';
import { CrawledWebsRepository } from './crawled-webs.repository.js';
import './dto/spider-job-result.dto.js';
import { SpiderTrainingHandler } from './spider-training.handler.js';
import { SpidersController } from './spiders.controller.js';
import { SpidersRepository } from './spiders.repository.js';
import { SpidersResolver } from './spiders.resolver.js';
import { SpidersService } from './spiders.service.js';
import { TrainingInput } from './training-input.js';

/**
 * Spiders, trained on earlier sessions and recorded webs: link values for the policies of Rennie and McCallum, page
 * classes for foragers.
 */
@Module({
  imports: [JobsModule, PriorsModule, WebLibraryModule, PageTextsModule],
  controllers: [SpidersController],
  providers: [
    SpidersService,
    SpidersRepository,
    SpidersResolver,
    TrainingInput,
    CrawledWebsRepository,
    SpiderTrainingHandler,
  ],
  exports: [SpidersService],
})
export class SpidersModule {}
