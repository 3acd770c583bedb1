import { graphql, type ResultOf } from '../../api/graphql.js';

export const KEYS = graphql(`
  query Keys($after: String) {
    currentProject {
      id
      name
      keys(first: 50, after: $after) {
        nodes {
          id
          name
          scopes
          createdAt
          expiresAt
          lastUsedAt
          revokedAt
          replacedBy
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const CREATE_KEY = graphql(`
  mutation CreateKey($projectId: ID!, $input: CreateApiKeyInput!, $key: String!) {
    createApiKey(projectId: $projectId, input: $input, idempotencyKey: $key) {
      secret
    }
  }
`);

export const ROTATE_KEY = graphql(`
  mutation RotateKey($projectId: ID!, $id: ID!, $overlapSeconds: Int) {
    rotateApiKey(projectId: $projectId, id: $id, input: { overlapSeconds: $overlapSeconds }) {
      secret
    }
  }
`);

export const REVOKE_KEY = graphql(`
  mutation RevokeKey($projectId: ID!, $id: ID!) {
    revokeApiKey(projectId: $projectId, id: $id)
  }
`);

export type Key = ResultOf<typeof KEYS>['currentProject']['keys']['nodes'][number];
