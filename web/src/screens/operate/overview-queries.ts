import { graphql, type ResultOf } from '../../api/graphql.js';

export const OPERATIONS = graphql(`
  query Operations {
    operations {
      version
      processes {
        name
        role
        version
        startedAt
        seenAt
        sessions
        jobs
        leasesUntil
      }
      sessions {
        state
        waitingFor
        count
        oldestAt
      }
      jobs {
        kind
        state
        count
        oldestAt
      }
      leases {
        kind
        id
        owner
        startedAt
        expiresAt
      }
      webhooks {
        waiting
        held
        oldestSeconds
        failing
        switchedOff
      }
      exports {
        queued
        running
        stored
        bytes
      }
      schedules {
        waiting
        due
        paused
        failed
        lateSeconds
        runsWaiting
      }
      monitorRuns
      experimentsQueued
      experimentsRunning
      database {
        at
        bytes
        connections
        maxConnections
        oldestTransactionAt
        tables {
          name
          bytes
          estimatedRows
        }
      }
    }
  }
`);

export type Operations = ResultOf<typeof OPERATIONS>['operations'];
