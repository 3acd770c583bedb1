import { graphql, type ResultOf } from '../../api/graphql.js';

export const MODEL = graphql(`
  query ModelReport($id: ID!) {
    model(id: $id) {
      id
      version
      kind
      state
      error
      createdAt
      trainedAt
      threshold
      keywordSetVersion
      config
      job {
        progress
      }
      topic {
        id
        name
        models(first: 50) {
          nodes {
            id
            version
            kind
            state
          }
        }
      }
      metrics {
        precision
        recall
        f1
        fMacro
        accuracy
        averagePrecision
        textAveragePrecision
        brier
        folds
        groupedBySite
        positives
        negatives
        positiveSites
        otherTopics
        background
        labellerLabels
        warnings
        confusion {
          truePositives
          falsePositives
          trueNegatives
          falseNegatives
        }
      }
      report {
        calibration
        calibrationCurve {
          from
          count
          meanProbability
          shareRelevant
        }
        learningCurve {
          examples
          bestF1
          averagePrecision
        }
        tellingWords {
          relevant {
            word
            weight
          }
          irrelevant {
            word
            weight
          }
        }
        classes {
          name
          documents
          domains
          withoutUrl
          largest {
            domain
            documents
          }
        }
        goal {
          measure
          atLeast
        }
        before {
          modelId
          version
          kind
          unseen {
            documents
            relevant
            before {
              f1
              averagePrecision
            }
            after {
              f1
              averagePrecision
            }
          }
        }
        textModel
        trainingMs
      }
    }
  }
`);

export const COMPARE = graphql(`
  query CompareModels($ids: [ID!]!) {
    compareModels(ids: $ids) {
      figures {
        name
        values
        differences
      }
      settings {
        field
        values {
          flag
          number
          text
        }
      }
    }
  }
`);

export const JUDGE = graphql(`
  mutation Judge($modelId: ID!, $document: DocumentInput!) {
    judgeDocument(modelId: $modelId, document: $document) {
      probability
      relevant
      threshold
      textLength
      title
      url
      failure {
        message
      }
    }
  }
`);

export type Model = ResultOf<typeof MODEL>['model'];
export type Metrics = NonNullable<Model['metrics']>;
export type Report = NonNullable<Model['report']>;
export type Judgement = ResultOf<typeof JUDGE>['judgeDocument'];
