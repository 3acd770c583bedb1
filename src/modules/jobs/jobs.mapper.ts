import type { JobDto } from './dto/job.dto.js';
import type { Job } from './job.js';

/** What clients see of a job: all but its payload, which is the service talking to itself. */
export function toJobDto({ payload: _, ...job }: Job): JobDto {
  return job;
}
