export { JobDto } from './dto/job.dto.js';
export { JsonScalar } from './dto/json.scalar.js';
export type { Job, JobContext, JobHandler, JobStatus } from './job.js';
export { JobHandlers } from './job-handlers.js';
export { JobRunner } from './job-runner.js';
export { toJobDto } from './jobs.mapper.js';
export { JobsModule } from './jobs.module.js';
export type { DatabaseTransaction } from './jobs.repository.js';
export { JobsService } from './jobs.service.js';
