import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/client.js';
import { type Failure } from '../api/failures.js';
import { graphql, type ResultOf } from '../api/graphql.js';

const EVERY_MS = 1_000;

const JOB = graphql(`
  query FollowedJob($id: ID!) {
    job(id: $id) {
      id
      kind
      state
      progress
      error
      result {
        __typename
        ... on KeywordExpansionResult {
          keywordSetVersion
          candidates {
            text
          }
        }
        ... on KeywordSuggestionResult {
          keywordSetVersion
          candidates {
            text
          }
        }
        ... on SeedSuggestionResult {
          found
          proposed
        }
        ... on LabellerRunResult {
          relevant
          irrelevant
          calls
        }
        ... on ModelJobResult {
          examples {
            fetched
            failed
            failures {
              url
              error
            }
          }
        }
      }
    }
  }
`);

export type FollowedJob = ResultOf<typeof JOB>['job'];

const hasEnded = (state: string): boolean => state !== 'QUEUED' && state !== 'RUNNING';

export interface JobFollowed {
  readonly job: FollowedJob | null;
  readonly isRunning: boolean;
  readonly failure: Failure | null;
}

/**
 * Follows a job until it has ended. A look that fails is repeated, unless the job was deleted.
 *
 * @param ended called once, with the job as it ended
 */
export function useJob(id: string | null, ended: (job: FollowedJob) => void): JobFollowed {
  const [state, setState] = useState<{ job: FollowedJob | null; failure: Failure | null }>({
    job: null,
    failure: null,
  });
  useEffect(() => {
    if (id === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isGone = false;
    const look = async (): Promise<void> => {
      const { data, failure } = await ask(JOB, { id });
      if (isGone) return;
      setState((before) => ({ job: data?.job ?? before.job, failure }));
      if (data && hasEnded(data.job.state)) ended(data.job);
      else if (failure?.missing === undefined) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isGone = true;
      if (timer) clearTimeout(timer);
    };
  }, [id]);
  const { job, failure } = state;
  const mine = job?.id === id ? job : null;
  const isRunning = id !== null && failure?.missing === undefined && (mine === null || !hasEnded(mine.state));
  return { job: mine, failure, isRunning };
}
