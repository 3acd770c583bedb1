import type { JSX } from 'preact';
import { Failed } from './states.js';
import type { JobFollowed } from './use-job.js';

/** The progress of a job, or its failure. @param what such as `Looking for keywords` */
export function JobProgress({
  followed: { job, isRunning, failure },
  what,
}: {
  readonly followed: JobFollowed;
  readonly what: string;
}): JSX.Element | null {
  if (failure) return <Failed failure={failure} />;
  if (isRunning)
    return (
      <p role="status">
        {job?.state === 'RUNNING' ? what : `${what}: waiting for a worker`} …{' '}
        <progress value={job?.progress ?? 0} max={1} aria-label={what} />
      </p>
    );
  if (job?.state !== 'FAILED' && job?.state !== 'CANCELLED') return null;
  return (
    <Failed
      failure={{
        message: job.error ?? 'It was cancelled.',
        advice: 'Fix the named cause, then start it again.',
        field: null,
        needsKey: false,
      }}
    />
  );
}
