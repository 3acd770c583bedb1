import { Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import type { JobHandler } from './job.js';
import { HandlesJobs, JobHandlers } from './job-handlers.js';
import { JobQueueGauge } from './job-queue-gauge.js';
import { JobRunner } from './job-runner.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsResolver } from './jobs.resolver.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [JobsController],
  providers: [JobsService, JobsRepository, JobsResolver, JobHandlers, JobQueueGauge, JobRunner],
  exports: [JobsService, JobHandlers, JobQueueGauge, JobRunner],
})
export class JobsModule implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly handlers: JobHandlers,
  ) {}

  /** Before the runner takes its first job. */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: HandlesJobs.KEY }))
      this.handlers.register(instance as JobHandler);
  }
}
