import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/index.js';
import { CrawledWebsRepository } from './crawled-webs.repository.js';
import './dto/spider-job-result.dto.js';
import { SpiderTrainingHandler } from './spider-training.handler.js';
import { SpidersController } from './spiders.controller.js';
import { SpidersRepository } from './spiders.repository.js';
import { SpidersResolver } from './spiders.resolver.js';
import { SpidersService } from './spiders.service.js';

/** Spiders that are trained on earlier sessions, for the policies of Rennie and McCallum. */
@Module({
  imports: [JobsModule],
  controllers: [SpidersController],
  providers: [SpidersService, SpidersRepository, SpidersResolver, CrawledWebsRepository, SpiderTrainingHandler],
  exports: [SpidersService],
})
export class SpidersModule {}
