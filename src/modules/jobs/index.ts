export { JobConnection, JobDto, JobPage } from './dto/job.dto.js';
export { JsonScalar } from '../../platform/api/json.scalar.js';
export { jobResults } from './job-results.js';
export {
  type Job,
  type JobContext,
  type JobHandler,
  type JobKind,
  type JobStatus,
  PURGE_SESSION,
  SWITCH_MODEL,
} from './job.js';
export { JobHandlers } from './job-handlers.js';
export { JobRunner } from './job-runner.js';
export { toJobDto } from './jobs.mapper.js';
export { JobsModule } from './jobs.module.js';
export { type DatabaseTransaction, TRANSACTION } from './jobs.repository.js';
export { runInThread, type ThreadTask } from '../../platform/threads/run-in-thread.js';
export { JobsService } from './jobs.service.js';
export { WakeUp } from '../../platform/turns/wake-up.js';
