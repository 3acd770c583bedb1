import { graphql, type ResultOf } from '../../api/graphql.js';

export const QUEUE = graphql(`
  query LabelQueue($topicId: ID!, $sessionId: ID, $first: Int!) {
    topic(id: $topicId) {
      name
      exampleCounts {
        relevant
        irrelevant
      }
      labelQueue(first: $first, sessionId: $sessionId) {
        page {
          sessionId
          step
          url
          title
          domainName
          probability
          mainText
          mainTextMarks
        }
      }
      models(first: 1) {
        nodes {
          id
          version
          state
          error
          metrics {
            f1
          }
        }
      }
    }
  }
`);

export const LABEL = graphql(`
  mutation Label($sessionId: ID!, $step: Int!, $relevant: Boolean!) {
    labelPages(sessionId: $sessionId, input: { labels: [{ step: $step, relevant: $relevant }] }) {
      created
      updated
    }
  }
`);

/** Labels, newest first, to find the one that is taken back. */
export const EXAMPLES = graphql(`
  query ExampleUrls($topicId: ID!, $after: String) {
    topic(id: $topicId) {
      examples(first: 200, after: $after) {
        nodes {
          id
          url
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const UNLABEL = graphql(`
  mutation Unlabel($id: ID!, $topicId: ID!) {
    deleteExample(id: $id, topicId: $topicId)
  }
`);

export const TRAIN = graphql(`
  mutation Train($topicId: ID!, $key: String!) {
    trainModel(topicId: $topicId, input: {}, idempotencyKey: $key) {
      id
      version
      state
      error
      metrics {
        f1
      }
    }
  }
`);

export const MODEL = graphql(`
  query Model($id: ID!) {
    model(id: $id) {
      id
      version
      state
      error
      metrics {
        f1
      }
    }
  }
`);

export const SWITCH = graphql(`
  mutation SwitchModel($sessionId: ID!, $modelId: ID!) {
    switchSessionModel(id: $sessionId, input: { modelId: $modelId }) {
      id
    }
  }
`);

export type ListedModel = ResultOf<typeof QUEUE>['topic']['models']['nodes'][number];

export type QueuedPage = ResultOf<typeof QUEUE>['topic']['labelQueue'][number]['page'];
