import { graphql, type ResultOf } from '../../api/graphql.js';

/** Newest first are the last rows before a cursor. */
export const EVENTS = graphql(`
  query SessionEvents($id: ID!, $kind: SessionEventKind, $before: String) {
    session(id: $id) {
      name
      state
      topic {
        name
      }
      events(kind: $kind, last: 50, before: $before) {
        totalCount
        totalCountIsExact
        nodes {
          no
          at
          kind
          completed
          details {
            from
            to
            by
            caller
            api
            worker
            previousWorker
            workerDied
            inFlight
            reason
            quota
            error
            pages
            changed
            relevantBefore
            relevantAfter
            message
            fromVersion
            toVersion
            checkpoint
            lack
            freeBytes
            seconds
            window
            harvestRate
            minHarvestRate
            host
            count
            recovered
            failures
            inRow
            outcome
            httpStatus
            trouble
          }
        }
        pageInfo {
          startCursor
          hasPreviousPage
        }
      }
    }
  }
`);

type SessionEvent = ResultOf<typeof EVENTS>['session']['events']['nodes'][number];
export type EventKind = SessionEvent['kind'];
export type EventDetails = SessionEvent['details'];
