import { graphql, type ResultOf } from '../../api/graphql.js';

export const MODELS = graphql(`
  query TopicModels($id: ID!, $after: String) {
    topic(id: $id) {
      models(first: 20, after: $after) {
        nodes {
          id
          version
          kind
          state
          error
          createdAt
          keywordSetVersion
          job {
            id
            progress
          }
          metrics {
            f1
            averagePrecision
            positives
            negatives
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const KINDS = graphql(`
  query ModelKinds {
    relevanceModels {
      kind
      summary
      source
      needsExamples
      needsKeywords
      configSchema
    }
  }
`);

export const TRAIN_MODEL = graphql(`
  mutation TrainModel($topicId: ID!, $input: TrainModelInput!, $key: String!) {
    trainModel(topicId: $topicId, input: $input, idempotencyKey: $key) {
      id
      version
    }
  }
`);

export const DELETE_MODEL = graphql(`
  mutation DeleteModel($id: ID!) {
    deleteModel(id: $id)
  }
`);

export type ListedModel = ResultOf<typeof MODELS>['topic']['models']['nodes'][number];
