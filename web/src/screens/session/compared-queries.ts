import { graphql } from '../../api/graphql.js';

/** Sessions that a session can be seen beside: those of its topic. */
export const SIBLINGS = graphql(`
  query Siblings($topicId: ID!) {
    topic(id: $topicId) {
      sessions(first: 50) {
        nodes {
          id
          name
          policy
          createdAt
          fetched
          relevant
        }
      }
    }
  }
`);

export const CURVES = graphql(`
  query Curves($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on Session {
        id
        name
        policy
        createdAt
        series(points: 200) {
          fetched
          relevant
        }
      }
    }
  }
`);
