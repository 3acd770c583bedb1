import { graphql, type ResultOf } from '../../api/graphql.js';

export const DOMAINS = graphql(`
  query Domains($id: ID!, $after: String) {
    session(id: $id) {
      state
      topic {
        name
      }
      domainCount
      domains(first: 200, after: $after, sort: RELEVANT) {
        nodes {
          domainNo
          name
          relevant
          fetched
          failed
          harvestRate
          firstRelevantStep
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export type Domain = ResultOf<typeof DOMAINS>['session']['domains']['nodes'][number];
