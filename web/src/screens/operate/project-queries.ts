import { graphql, type ResultOf } from '../../api/graphql.js';

export const PROJECTS = graphql(`
  query ProjectsWithUsage($after: String) {
    projects(first: 50, after: $after) {
      nodes {
        id
        name
        createdAt
        quotas {
          sessionsRunning
          fetchesPerDay
          storedPages
          rendersPerDay
        }
        usage {
          resetsAt
          quotas {
            quota
            limit
            used
            reached
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

export const CREATE_PROJECT = graphql(`
  mutation CreateProject($input: ProjectInput!, $key: String!) {
    createProject(input: $input, idempotencyKey: $key) {
      id
    }
  }
`);

export const UPDATE_PROJECT = graphql(`
  mutation UpdateProject($id: ID!, $input: UpdateProjectInput!) {
    updateProject(id: $id, input: $input) {
      id
    }
  }
`);

export const DELETE_PROJECT = graphql(`
  mutation DeleteProject($id: ID!) {
    deleteProject(id: $id)
  }
`);

export type Project = ResultOf<typeof PROJECTS>['projects']['nodes'][number];
