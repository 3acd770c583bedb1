import { graphql, type ResultOf } from '../../api/graphql.js';

export const TOPIC = graphql(`
  query TopicHead($id: ID!) {
    topic(id: $id) {
      id
      name
      description
      language
      seeds
      exampleCounts {
        relevant
        irrelevant
      }
      labeller {
        labeller
        minCompared
        minKappa
        callsToday
        callsPerDay
        agreements {
          labeller
          compared
          accuracy
          kappa
          lower
          upper
          gate
          relevant
          irrelevant
        }
      }
    }
  }
`);

export const SESSIONS = graphql(`
  query TopicSessions($id: ID!, $after: String, $startedBy: SessionStarter) {
    topic(id: $id) {
      sessions(first: 20, after: $after, startedBy: $startedBy) {
        nodes {
          id
          name
          startedBy
          state
          policy
          createdAt
          fetched
          relevant
          relevantDomainCount
          harvestRate
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const REJECT_SEEDS = graphql(`
  mutation RejectSeeds($topicId: ID!, $urls: [String!]!) {
    decideSeedCandidates(topicId: $topicId, input: { reject: $urls }) {
      rejected
    }
  }
`);

export const RUN_LABELLER = graphql(`
  mutation RunLabeller($topicId: ID!, $key: String!) {
    runLabeller(topicId: $topicId, idempotencyKey: $key) {
      id
    }
  }
`);

export type TopicHead = ResultOf<typeof TOPIC>['topic'];
