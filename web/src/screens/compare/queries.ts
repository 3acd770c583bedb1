import { graphql, type ResultOf } from '../../api/graphql.js';

export const CHOICES = graphql(`
  query CompareChoices {
    sessions(first: 2) {
      nodes {
        id
      }
    }
    experiments(first: 50) {
      nodes {
        id
        name
        state
        createdAt
        plannedRuns
        finishedRuns
        policies {
          name
        }
      }
    }
  }
`);

export const COMPARE = graphql(`
  query Compare($ids: [ID!]!) {
    compareSessions(ids: $ids) {
      relevantUrls
      foundByAll
      sessions {
        relevantUrls
        onlyHere
        missed
        session {
          id
          name
          policy
          state
          createdAt
          fetched
          failed
          relevant
          relevantDomainCount
          harvestRate
          activeSeconds
          topic {
            name
          }
          series(points: 200) {
            fetched
            relevant
            relevantDomainCount
          }
        }
      }
    }
  }
`);

export type Difference = ResultOf<typeof PAGES>['comparedSessionPages']['nodes'][number];

export const PAGES = graphql(`
  query ComparedPages($ids: [ID!]!, $onlyBy: ID, $missedBy: ID, $after: String) {
    comparedSessionPages(ids: $ids, onlyBy: $onlyBy, missedBy: $missedBy, first: 10, after: $after) {
      nodes {
        url
        title
        foundBy {
          sessionId
          step
          completed
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

const MEASURE = graphql(`
  fragment Runs on MeasureOfRuns {
    mean
    low
    high
  }
`);
const BAND = graphql(`
  fragment Curve on CurveBand {
    mean
    low
    high
  }
`);

export const EXPERIMENT = graphql(
  `
    query Experiment($id: ID!) {
      experiment(id: $id) {
        name
        state
        error
        plannedRuns
        finishedRuns
        notes
        results {
          budgets {
            budget
            steps
            references {
              name
              relevant
              domains
              harvestRate
              area
              relevantCurve
              domainCurve
            }
            policies {
              name
              runs
              relevant {
                ...Runs
              }
              harvestRate {
                ...Runs
              }
              domains {
                ...Runs
              }
              area {
                ...Runs
              }
              recall {
                ...Runs
              }
              simulatedSeconds {
                ...Runs
              }
              stepsTo {
                share
                median
              }
              against {
                pairs
                relevant {
                  ...Runs
                }
                domains {
                  ...Runs
                }
              }
              relevantCurve {
                ...Curve
              }
              domainCurve {
                ...Curve
              }
            }
          }
        }
      }
    }
  `,
  [MEASURE, BAND],
);

export type Compared = ResultOf<typeof COMPARE>['compareSessions']['sessions'][number];
export type Budget = ResultOf<typeof EXPERIMENT>['experiment']['results']['budgets'][number];
export type Measured = Budget['policies'][number]['relevant'];
