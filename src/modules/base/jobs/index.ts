export { JobConnection, JobDto, JobKindEnum, JobPage, JobStateEnum, toJobDto } from './dto/job.dto.js';
export {
  CANCELLED,
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
  type JobsStanding,
  type JobState,
  PURGE_SESSION,
  SWITCH_MODEL,
  jobResults,
} from './job.js';
export { HandlesJobs, JobHandlers } from './job-handlers.js';
export { JobQueueGauge } from './job-queue-gauge.js';
export { JobRunner } from './job-runner.js';
export { JobsModule } from './jobs.module.js';
export { JobsService, type WithJob } from './jobs.service.js';
