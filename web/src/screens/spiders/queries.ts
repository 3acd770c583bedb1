import { graphql, type ResultOf } from '../../api/graphql.js';

export const SPIDERS = graphql(`
  query Spiders($after: String) {
    spiders(first: 50, after: $after) {
      nodes {
        id
        name
        version
        kind
        state
        createdAt
        sessions
        webs {
          web
        }
        report {
          pages
          links
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export const SPIDER = graphql(`
  query Spider($id: ID!) {
    spider(id: $id) {
      id
      name
      version
      kind
      state
      error
      createdAt
      trainedAt
      bins
      discount
      text
      clusters
      vocabulary
      job {
        id
        progress
      }
      report {
        pages
        relevantPages
        links
        words
        truncated
        sources {
          sessionId
          web
          pages
          relevantPages
          seeds
        }
        bins {
          name
          links
          meanValue
          words {
            field
            word
            weight
          }
        }
        classes {
          pages
          words {
            word
          }
        }
        weights {
          feature
          learnt
          shipped
        }
      }
    }
  }
`);
export type Spider = ResultOf<typeof SPIDER>['spider'];
export type SpiderReport = NonNullable<Spider['report']>;

export const TRAIN_SPIDER = graphql(`
  mutation TrainSpider($input: TrainSpiderInput!, $key: String!) {
    trainSpider(input: $input, idempotencyKey: $key) {
      id
    }
  }
`);

export const DELETE_SPIDER = graphql(`
  mutation DeleteSpider($id: ID!) {
    deleteSpider(id: $id)
  }
`);
