import { graphql, type ResultOf } from '../../api/graphql.js';

export const LEARNED_STATE = graphql(`
  query LearnedState($id: ID!) {
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
      learnedState {
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

export type LearnedStateSession = ResultOf<typeof LEARNED_STATE>['session'];
export type LearnedState = NonNullable<LearnedStateSession['learnedState']>;
export type Tree = NonNullable<LearnedState['tree']>;
export type TreeNode = Tree['nodes'][number];
export type Table = LearnedState['tables'][number];
export type WeightList = LearnedState['weights'][number];
export type Forager = LearnedState['foragers'][number];
export type History = NonNullable<LearnedState['history']>;
