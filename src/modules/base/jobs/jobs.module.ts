import { Module } from '@nestjs/common';
import { JobHandlers } from './job-handlers.js';
import { JobQueueGauge } from './job-queue-gauge.js';
import { JobRunner } from './job-runner.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsResolver } from './jobs.resolver.js';
import { JobsService } from './jobs.service.js';

@Module({
  controllers: [JobsController],
  providers: [JobsService, JobsRepository, JobsResolver, JobHandlers, JobQueueGauge, JobRunner],
  exports: [JobsService, JobHandlers, JobQueueGauge, JobRunner],
})
export class JobsModule {}
