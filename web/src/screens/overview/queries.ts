import { graphql, type ResultOf } from '../../api/graphql.js';

const ROW = graphql(`
  fragment UnderWay on Session {
    id
    state
    stateReason
    waitingFor
    command
    policy
    fetched
    failed
    relevant
    relevantDomainCount
    harvestRateRecent
    estimatedEndAt
    topic {
      id
      name
    }
    config {
      budget {
        fetches
      }
    }
  }
`);

export const UNDER_WAY = graphql(
  `
    query SessionsUnderWay {
      running: sessions(first: 20, state: RUNNING) {
        nodes {
          ...UnderWay
        }
        pageInfo {
          hasNextPage
        }
      }
      starting: sessions(first: 10, state: STARTING) {
        nodes {
          ...UnderWay
        }
      }
      queued: sessions(first: 10, state: QUEUED) {
        nodes {
          ...UnderWay
        }
        pageInfo {
          hasNextPage
        }
      }
      paused: sessions(first: 10, state: PAUSED) {
        nodes {
          ...UnderWay
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  `,
  [ROW],
);
export type UnderWay = ResultOf<typeof UNDER_WAY>['running']['nodes'][number];

/** Topics with the numbers that are kept: quick, whatever the size of a collection. */
export const TOPICS = graphql(`
  query TopicsInShort($after: String) {
    topics(first: 25, after: $after) {
      nodes {
        id
        name
        collection {
          pages
          relevant
          relevantDomainCount
        }
        sessions(first: 1) {
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
  }
`);
export type TopicInShort = ResultOf<typeof TOPICS>['topics']['nodes'][number];

/** Counts for the same topics. */
export const NEWS = graphql(`
  query NewsOfTopics($after: String, $since: DateTime!) {
    topics(first: 25, after: $after) {
      nodes {
        id
        newPages: pages(first: 1, relevant: true, duplicate: false, foundSince: $since) {
          totalCount
          totalCountIsExact
        }
        newDomains: domains(first: 1, relevant: true, foundSince: $since) {
          totalCount
          totalCountIsExact
        }
        changedPages: pages(first: 1, relevant: true, duplicate: false, changedSince: $since) {
          totalCount
          totalCountIsExact
        }
        unjudged: pages(first: 1, relevant: true, duplicate: false, labelled: false) {
          totalCount
          totalCountIsExact
        }
        exampleCounts {
          relevant
          irrelevant
        }
        keywordCandidates(first: 1, state: pending) {
          totalCount
          totalCountIsExact
        }
        seedCandidates(first: 1, state: pending) {
          totalCount
          totalCountIsExact
        }
      }
    }
  }
`);
export type News = ResultOf<typeof NEWS>['topics']['nodes'][number];

export const MONITOR_NEWS = graphql(`
  query NewsOfMonitors($since: DateTime!) {
    monitors(first: 20) {
      nodes {
        id
        name
        watched
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
        runs(first: 1) {
          nodes {
            id
            state
            createdAt
            error
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);
export type MonitorNews = ResultOf<typeof MONITOR_NEWS>['monitors']['nodes'][number];
