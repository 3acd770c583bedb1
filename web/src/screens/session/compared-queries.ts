import { graphql } from '../../api/graphql.js';

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
