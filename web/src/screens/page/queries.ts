import { graphql, type ResultOf } from '../../api/graphql.js';

/** A page with the reasons for its choice and the pages reached from it. */
export const PAGE = graphql(`
  query PageWhy($id: ID!, $step: Int!) {
    session(id: $id) {
      topicId
      topic {
        name
      }
      reached: pages(sourceStep: $step, first: 1) {
        totalCount
        totalCountIsExact
      }
      relevantReached: pages(sourceStep: $step, relevant: true, first: 20) {
        totalCount
        totalCountIsExact
        nodes {
          step
          title
          url
          probability
        }
      }
    }
    page(sessionId: $id, step: $step) {
      step
      seq
      url
      finalUrl
      title
      domainName
      depth
      sourceStep
      outcome
      message
      httpStatus
      attempt
      duplicateOf
      fetchedAt
      publishedAt
      linkCount
      probability
      relevant
      reward
      excerpt
      excerptMarks
      hasScreenshot
      why {
        policy
        policyVersion
        value
        exploration
        rank
        options
        chosenAfter
        features {
          name
          value
        }
        terms {
          name
          value
        }
        leaf {
          id
          rules
        }
        link {
          anchor
          before
          after
          heading
          place
          tagPath
          sourceStep
        }
        path {
          step
          url
          title
          relevant
          probability
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof PAGE>;
export type PageShown = Answer['page'];
export type Outcomes = Answer['session'];
export type Followed = NonNullable<PageShown['why']['link']>;
