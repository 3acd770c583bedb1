import { graphql, type ResultOf } from '../../api/graphql.js';

export const MIND = graphql(`
  query Mind($id: ID!) {
    session(id: $id) {
      id
      state
      policy
      policyStats {
        name
        value
      }
      topic {
        name
      }
      mind {
        completed
        takenAt
        ranksBy
        tree {
          title
          note
          inAll
          nodes {
            id
            parent
            rule
            isLeaf
            splitStep
            candidates
            samples
            meanReward
            value
            hidden
          }
        }
        tables {
          title
          note
          rowName
          inAll
          columns {
            name
            note
          }
          rows {
            name
            values
          }
        }
        weights {
          title
          note
          inAll
          weights {
            name
            group
            weight
            start
          }
        }
        foragers {
          id
          state
          score
          pathSteps
          frontier
          startsInAll
          starts {
            url
            value
          }
          words {
            name
            weight
          }
        }
        history {
          inAll
          events {
            step
            node
            text
          }
        }
      }
    }
  }
`);

export type MindSession = ResultOf<typeof MIND>['session'];
export type Mind = NonNullable<MindSession['mind']>;
export type Tree = NonNullable<Mind['tree']>;
export type TreeNode = Tree['nodes'][number];
export type Table = Mind['tables'][number];
export type WeightList = Mind['weights'][number];
export type Forager = Mind['foragers'][number];
export type History = NonNullable<Mind['history']>;
