import { graphql, type ResultOf } from '../../api/graphql.js';

export const MONITORS = graphql(`
  query Monitors($after: String) {
    monitors(first: 50, after: $after) {
      nodes {
        id
        name
        topicId
        watched
        policy
        fetches
        minHours
        maxHours
        ignoreNumbers
        runs(first: 3) {
          nodes {
            id
            state
            createdAt
            looked
            new
            changed
            gone
            back
            error
          }
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
    schedules(first: 200) {
      nodes {
        id
        cron
        timeZone
        pausedAt
        action {
          monitor {
            monitorId
          }
        }
      }
    }
  }
`);

/** Whose pages can be watched. */
export const WATCHABLE = graphql(`
  query Watchable {
    topics(first: 200) {
      nodes {
        id
        name
      }
    }
  }
`);

export const CREATE_MONITOR = graphql(`
  mutation CreateMonitor($input: CreateMonitorInput!, $key: String!) {
    createMonitor(input: $input, idempotencyKey: $key) {
      id
      watched
    }
  }
`);

export const UPDATE_MONITOR = graphql(`
  mutation UpdateMonitor($id: ID!, $input: UpdateMonitorInput!) {
    updateMonitor(id: $id, input: $input) {
      id
    }
  }
`);

export const RUN_MONITOR = graphql(`
  mutation RunMonitor($id: ID!, $key: String!) {
    runMonitor(id: $id, idempotencyKey: $key) {
      id
    }
  }
`);

export const DELETE_MONITOR = graphql(`
  mutation DeleteMonitor($id: ID!) {
    deleteMonitor(id: $id)
  }
`);

export type Monitor = ResultOf<typeof MONITORS>['monitors']['nodes'][number];
/** A schedule, as far as it says when a monitor runs. */
export type RunSchedule = ResultOf<typeof MONITORS>['schedules']['nodes'][number];
