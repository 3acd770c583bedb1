import { graphql, type ResultOf } from '../../api/graphql.js';
import { count } from '../../parts/words.js';

const SEEN = graphql(`
  fragment Seen on Monitor {
    new: changes(first: 1, kind: NEW, since: $since) {
      totalCount
      totalCountIsExact
    }
    changed: changes(first: 1, kind: CHANGED, since: $since) {
      totalCount
      totalCountIsExact
    }
    gone: changes(first: 1, kind: GONE, since: $since) {
      totalCount
      totalCountIsExact
    }
  }
`);

const RUN_SCHEDULE = graphql(`
  fragment RunSchedule on Schedule {
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
`);

export const MONITORS = graphql(
  `
    query Monitors($after: String, $since: DateTime!) {
      monitors(first: 50, after: $after) {
        nodes {
          id
          name
          watched
          ...Seen
          runs(first: 1) {
            nodes {
              id
              state
              createdAt
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
          ...RunSchedule
        }
      }
    }
  `,
  [SEEN, RUN_SCHEDULE],
);

export const MONITOR = graphql(
  `
    query Monitor($id: ID!, $since: DateTime!) {
      monitor(id: $id) {
        id
        name
        topicId
        watched
        policy
        fetches
        minHours
        maxHours
        ignoreNumbers
        hasFeedToken
        ...Seen
        runs(first: 1) {
          nodes {
            id
            state
            createdAt
            error
            new
            changed
            gone
          }
        }
      }
      schedules(first: 200) {
        nodes {
          ...RunSchedule
        }
      }
    }
  `,
  [SEEN, RUN_SCHEDULE],
);

export const CHANGES = graphql(`
  query MonitorChanges($id: ID!, $after: String, $kind: SeenChangeKind, $since: DateTime) {
    monitor(id: $id) {
      changes(first: 25, after: $after, kind: $kind, since: $since) {
        nodes {
          id
          kind
          url
          titleBefore
          titleAfter
          probabilityBefore
          probabilityAfter
          difference
          truncated
          httpStatus
          seenAt
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const WATCHED = graphql(`
  query WatchedPages($id: ID!, $after: String) {
    monitor(id: $id) {
      pages(first: 50, after: $after) {
        nodes {
          id
          url
          title
          state
          looks
          changes
          changesPerDay
          lookedAt
          changedAt
          dueAt
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const MONITOR_RUNS = graphql(`
  query MonitorRuns($id: ID!, $after: String) {
    monitor(id: $id) {
      runs(first: 25, after: $after) {
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
          sessions
        }
        pageInfo {
          endCursor
          hasNextPage
        }
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
  mutation RunMonitor($id: ID!, $key: String!, $all: Boolean) {
    runMonitor(id: $id, idempotencyKey: $key, input: { all: $all }) {
      id
      state
    }
  }
`);

/** Whether a run has ended as it began: there was nothing to fetch. */
export const isNothingDue = ({ runMonitor }: ResultOf<typeof RUN_MONITOR>): boolean => runMonitor.state === 'COMPLETED';

/** The outcome of starting a run, in words. */
export const begunInWords = (begun: ResultOf<typeof RUN_MONITOR>): string =>
  isNothingDue(begun) ? 'No page is due yet.' : 'A run has begun.';

/** The outcome of a run that has ended, in words. */
export const endedInWords = (run: Monitor['runs']['nodes'][number]): string =>
  run.state === 'FAILED'
    ? 'The run failed.'
    : `The run has ended: ${count(run.new)} new, ${count(run.changed)} changed, ${count(run.gone)} gone.`;

export const DELETE_MONITOR = graphql(`
  mutation DeleteMonitor($id: ID!) {
    deleteMonitor(id: $id)
  }
`);

export type MonitorInShort = ResultOf<typeof MONITORS>['monitors']['nodes'][number];
export type Monitor = ResultOf<typeof MONITOR>['monitor'];
export type Change = ResultOf<typeof CHANGES>['monitor']['changes']['nodes'][number];
export type ChangeKind = Change['kind'];
/** The fields of a schedule that say when a monitor runs. */
export type RunSchedule = ResultOf<typeof MONITORS>['schedules']['nodes'][number];
