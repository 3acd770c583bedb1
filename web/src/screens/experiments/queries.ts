import { graphql, type ResultOf } from '../../api/graphql.js';

export const EXPERIMENTS = graphql(`
  query Experiments($after: String) {
    experiments(first: 50, after: $after) {
      nodes {
        id
        name
        state
        createdAt
        plannedRuns
        finishedRuns
        budgets
        policies {
          name
        }
        web {
          sessionId
          recordedWeb
          synthetic
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);
export type ExperimentInShort = ResultOf<typeof EXPERIMENTS>['experiments']['nodes'][number];

/** Webs and policies for an experiment. */
export const MATERIAL = graphql(`
  query ExperimentMaterial {
    policies {
      name
      summary
    }
    recordedWebs {
      name
      pages
      problem
      labels {
        label
        pages
      }
    }
  }
`);
export type Material = ResultOf<typeof MATERIAL>;

export const CREATE_EXPERIMENT = graphql(`
  mutation CreateExperiment($input: CreateExperimentInput!, $key: String!) {
    createExperiment(input: $input, idempotencyKey: $key) {
      id
    }
  }
`);

export const WHAT_IF = graphql(`
  mutation WhatIf($sessionId: ID!, $input: WhatIfInput!, $key: String!) {
    whatIf(sessionId: $sessionId, input: $input, idempotencyKey: $key) {
      id
    }
  }
`);
