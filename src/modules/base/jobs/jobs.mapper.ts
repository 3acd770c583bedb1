import type { JobDto } from './dto/job.dto.js';
import { type Job, type JobKind, jobResults } from './job.js';
import './dto/model-switch-result.dto.js';

/** A job as shown to clients: without its internal payload. */
export function toJobDto({ payload: _, projectId: _project, result, ...job }: Job): JobDto {
  const isObject = typeof result === 'object' && result !== null;
  return { ...job, kind: job.kind as JobKind, result: isObject ? jobResults.typed(job.kind, result) : null };
}
