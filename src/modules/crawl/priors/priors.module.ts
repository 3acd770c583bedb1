import { Module } from '@nestjs/common';
import { JobsModule } from '../../base/jobs/index.js';
import { PriorsRepository } from './priors.repository.js';
import { PriorsService } from './priors.service.js';

/** Warm starts of sessions. */
@Module({
  imports: [JobsModule],
  providers: [PriorsService, PriorsRepository],
  exports: [PriorsService],
})
export class PriorsModule {}
