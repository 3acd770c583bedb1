import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.js';

const FILE = graphql(`
  fragment ExportFile on StoredExport {
    id
    state
    what
    query
    progress
    bytes
    fileName
    error
    createdAt
    expiresAt
  }
`);

export const EXPORT_COLLECTION = graphql(`
  mutation ExportCollection($topicId: ID!, $input: CreateCollectionExportInput!, $key: String!) {
    createCollectionExport(topicId: $topicId, input: $input, idempotencyKey: $key) {
      id
    }
  }
`);
export type CollectionExport = VariablesOf<typeof EXPORT_COLLECTION>['input'];

export const EXPORT_SESSION = graphql(`
  mutation ExportSession($sessionId: ID!, $input: CreateExportInput!, $key: String!) {
    createExport(sessionId: $sessionId, input: $input, idempotencyKey: $key) {
      id
    }
  }
`);
export type SessionExport = VariablesOf<typeof EXPORT_SESSION>['input'];

export const EXPORT = graphql(
  `
    query FollowedExport($id: ID!) {
      export(id: $id) {
        ...ExportFile
      }
    }
  `,
  [FILE],
);
export type ExportFile = ResultOf<typeof EXPORT>['export'];

export const EXPORTS_OF_TOPIC = graphql(
  `
    query ExportsOfTopic($id: ID!) {
      topic(id: $id) {
        exports(first: 20) {
          nodes {
            ...ExportFile
          }
        }
      }
    }
  `,
  [FILE],
);

export const EXPORTS_OF_SESSION = graphql(
  `
    query ExportsOfSession($id: ID!) {
      session(id: $id) {
        exports(first: 20) {
          nodes {
            ...ExportFile
          }
        }
      }
    }
  `,
  [FILE],
);
