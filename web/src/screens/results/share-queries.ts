import { graphql } from '../../api/graphql.js';

export const SHARES = graphql(`
  query Shares($id: ID!, $after: String) {
    topic(id: $id) {
      shares(first: 20, after: $after) {
        nodes {
          id
          name
          relevantOnly
          expiresAt
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const CREATE_SHARE = graphql(`
  mutation CreateShare($topicId: ID!, $input: CreateShareInput!, $key: String!) {
    createShare(topicId: $topicId, input: $input, idempotencyKey: $key) {
      token
    }
  }
`);

export const REVOKE_SHARE = graphql(`
  mutation RevokeShare($id: ID!) {
    revokeShare(id: $id)
  }
`);
