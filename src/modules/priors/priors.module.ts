import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/index.js';
import { SpidersModule } from '../spiders/index.js';
import { PriorsRepository } from './priors.repository.js';
import { PriorsService } from './priors.service.js';

/** What sessions begin with that was learnt before. */
@Module({
  imports: [JobsModule, SpidersModule],
  providers: [PriorsService, PriorsRepository],
  exports: [PriorsService],
})
export class PriorsModule {}
