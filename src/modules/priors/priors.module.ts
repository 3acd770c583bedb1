import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/index.js';
import { SpidersModule } from '../spiders/index.js';
import { PriorsRepository } from './priors.repository.js';
import { PriorsService } from './priors.service.js';

/** Warm starts of sessions. */
@Module({
  imports: [JobsModule, SpidersModule],
  providers: [PriorsService, PriorsRepository],
  exports: [PriorsService],
})
export class PriorsModule {}
