import { graphql, type ResultOf } from '../../api/graphql.js';

const SCHEDULE = graphql(`
  fragment ShownSchedule on Schedule {
    id
    name
    cron
    timeZone
    pausedAt
    pauseReason
    lastError
    failures
    nextDueAt
    missed
    overlap
    action {
      session {
        topicId
        policy
        config {
          budget {
            fetches
          }
        }
      }
      monitor {
        monitorId
      }
    }
  }
`);

export const SCHEDULES = graphql(
  `
    query Schedules($after: String) {
      schedules(first: 50, after: $after) {
        nodes {
          ...ShownSchedule
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [SCHEDULE],
);

/** Monitors and policies for a schedule. */
export const STARTABLE = graphql(`
  query Startable {
    monitors(first: 200) {
      nodes {
        id
        name
      }
    }
    policies {
      name
    }
  }
`);

export const PREVIEW = graphql(`
  query PreviewSchedule($cron: String!, $timeZone: String!) {
    previewSchedule(cron: $cron, timeZone: $timeZone, count: 5) {
      dueAt
    }
  }
`);

export const CREATE_SCHEDULE = graphql(`
  mutation CreateSchedule($input: CreateScheduleInput!, $key: String!) {
    createSchedule(input: $input, idempotencyKey: $key) {
      id
    }
  }
`);

export const UPDATE_SCHEDULE = graphql(`
  mutation UpdateSchedule($id: ID!, $input: UpdateScheduleInput!) {
    updateSchedule(id: $id, input: $input) {
      id
    }
  }
`);

export const PAUSE_SCHEDULE = graphql(`
  mutation PauseSchedule($id: ID!) {
    pauseSchedule(id: $id) {
      id
    }
  }
`);

export const RESUME_SCHEDULE = graphql(`
  mutation ResumeSchedule($id: ID!) {
    resumeSchedule(id: $id) {
      id
    }
  }
`);

export const DELETE_SCHEDULE = graphql(`
  mutation DeleteSchedule($id: ID!) {
    deleteSchedule(id: $id)
  }
`);

export const RUNS = graphql(
  `
    query Runs($id: ID!, $after: String) {
      schedule(id: $id) {
        ...ShownSchedule
        nextRuns(count: 5) {
          dueAt
        }
        runs(first: 50, after: $after) {
          nodes {
            id
            dueAt
            dueCount
            missed
            state
            error
            startedAt
            session {
              id
              state
              relevant
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  `,
  [SCHEDULE],
);

export type Schedule = ResultOf<typeof SCHEDULE>;
export type Startable = ResultOf<typeof STARTABLE>;
