import { graphql, type ResultOf } from '../../api/graphql.js';

export const EXAMPLES = graphql(`
  query TopicExamples($id: ID!, $after: String, $relevant: Boolean) {
    topic(id: $id) {
      examples(first: 25, after: $after, relevant: $relevant) {
        nodes {
          id
          url
          title
          relevant
          excerpt
          textLength
          fetchError
          labelledAt
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const ADD_EXAMPLES = graphql(`
  mutation AddExamples($topicId: ID!, $examples: [AddExampleInput!]!, $key: String!) {
    addExamples(topicId: $topicId, examples: $examples, idempotencyKey: $key) {
      created
      updated
      unchanged
      failed
      errors {
        line
        field
        message
      }
    }
  }
`);

export const CORRECT = graphql(`
  mutation CorrectExample($topicId: ID!, $id: ID!, $relevant: Boolean!) {
    updateExample(topicId: $topicId, id: $id, input: { relevant: $relevant }) {
      id
    }
  }
`);

export const DELETE_EXAMPLE = graphql(`
  mutation DeleteExample($topicId: ID!, $id: ID!) {
    deleteExample(topicId: $topicId, id: $id)
  }
`);

export type Example = ResultOf<typeof EXAMPLES>['topic']['examples']['nodes'][number];
export type ImportReport = ResultOf<typeof ADD_EXAMPLES>['addExamples'];
