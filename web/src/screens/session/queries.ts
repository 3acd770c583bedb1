import { graphql, type ResultOf } from '../../api/graphql.js';

const ESTIMATE = graphql(`
  fragment Estimate on HarvestEstimate {
    rate
    lower
    upper
    window
  }
`);

export const SESSION = graphql(
  `
    query Session($id: ID!) {
      session(id: $id) {
        id
        name
        note
        startedBy
        startedById
        topicId
        state
        stateReason
        waitingFor
        command
        error
        policy
        availableActions
        createdAt
        activeSeconds
        found
        fetched
        failed
        relevant
        domainCount
        relevantDomainCount
        frontierSize
        robotsDenied
        reused
        skipped
        harvestRate
        harvestEstimate {
          ...Estimate
        }
        underWay
        pagesPerSecond
        estimatedEndAt
        seeds
        topic {
          name
          keywordSet {
            keywords {
              text
            }
          }
        }
        config {
          concurrency
          eagerness
          known
          knownDays
          budget {
            fetches
            relevantPages
            domains
            minutes
          }
        }
        series(points: 200) {
          fetched
          relevant
        }
        model {
          id
          version
          kind
        }
        pendingModelId
        pages(relevant: true, sort: COMPLETION, order: DESC, first: 30) {
          nodes {
            step
            seq
            url
            title
            domainName
            probability
            depth
            hasScreenshot
          }
        }
      }
    }
  `,
  [ESTIMATE],
);

export const UNRENDERED = graphql(`
  query Unrendered($id: ID!) {
    session(id: $id) {
      report {
        unrendered
      }
    }
  }
`);

/** Why seeds could not be reached; asked for when none was. */
export const SEED_OUTCOMES = graphql(`
  query SeedOutcomes($id: ID!) {
    session(id: $id) {
      seedOutcomes(first: 20) {
        nodes {
          url
          outcome
          message
          allowedBy
        }
      }
    }
  }
`);

export const STREAM = graphql(
  `
    subscription SessionStream($id: ID!, $after: String) {
      sessionStream(sessionId: $id, from: NOW, after: $after) {
        __typename
        ... on StreamedProgress {
          position
          progress {
            state
            stateReason
            command
            activeSeconds
            found
            fetched
            failed
            relevant
            domainCount
            relevantDomainCount
            frontierSize
            robotsDenied
            reused
            skipped
            harvestRate
            harvestEstimate {
              ...Estimate
            }
            underWay
            pagesPerSecond
            estimatedEndAt
          }
        }
        ... on StreamedPage {
          position
          page {
            step
            seq
            url
            title
            domainName
            probability
            depth
            hasScreenshot
          }
        }
        ... on StreamedEvent {
          position
          event {
            no
            kind
          }
        }
      }
    }
  `,
  [ESTIMATE],
);

export const PAUSE = graphql(`
  mutation Pause($id: ID!) {
    pauseSession(id: $id) {
      id
    }
  }
`);

export const RESUME = graphql(`
  mutation Resume($id: ID!) {
    resumeSession(id: $id) {
      id
    }
  }
`);

export const STOP = graphql(`
  mutation Stop($id: ID!) {
    stopSession(id: $id) {
      id
    }
  }
`);

export const DELETE = graphql(`
  mutation DeleteSession($id: ID!) {
    deleteSession(id: $id)
  }
`);

export const EXTEND = graphql(`
  mutation Extend($id: ID!, $fetches: Int!, $key: String!) {
    extendSession(id: $id, by: { fetches: $fetches }, idempotencyKey: $key) {
      id
    }
  }
`);

export const WHY = graphql(`
  query Why($id: ID!, $step: Int!) {
    page(sessionId: $id, step: $step) {
      excerpt
      excerptMarks
      why {
        value
        rank
        options
        exploration
        link {
          anchor
        }
        path {
          step
          title
          url
          relevant
        }
      }
    }
  }
`);

export type Session = ResultOf<typeof SESSION>['session'];
export type FoundPage = Session['pages']['nodes'][number];
type StreamItem = ResultOf<typeof STREAM>['sessionStream'];
export type Progress = Extract<StreamItem, { __typename: 'StreamedProgress' }>['progress'];
