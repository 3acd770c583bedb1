import { graphql, type ResultOf } from '../../api/graphql.js';

export const PAGE_GRAPH = graphql(`
  query PageGraph($id: ID!, $step: Int, $domain: String) {
    session(id: $id) {
      topic {
        name
      }
      pageGraph(step: $step, domain: $domain) {
        isCut
        nodes {
          step
          url
          title
          domainName
          outcome
          relevant
          probability
          depth
          seq
        }
        edges {
          sourceStep
          targetStep
          followed
        }
      }
    }
  }
`);

export type PageGraph = ResultOf<typeof PAGE_GRAPH>['session']['pageGraph'];
export type GraphNode = PageGraph['nodes'][number];
