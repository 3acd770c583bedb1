import type { FleetLink } from '../link/fleet-link.js';
import {
  epochOf,
  REQUESTS,
  requestsOf,
  RESULTS,
  resultsOf,
  resultSubject,
  type Run,
  runConsumer,
} from '../link/names.js';

/** Messages in a stream by subject. */
async function countsOf(link: FleetLink, stream: string, filter: string): Promise<Record<string, number>> {
  const { state } = await link.admin.streams.info(stream, { subjects_filter: filter });
  return state.subjects ?? {};
}

/**
 * Takes away what earlier runs of the session have left with NATS. Later ones are left alone: a worker that has lost the session may open its run late.
 *
 * @throws what NATS says
 */
export async function clearEarlierRuns(link: FleetLink, { session, epoch }: Run): Promise<void> {
  const [requests, results] = await Promise.all([
    countsOf(link, REQUESTS, requestsOf(session)),
    countsOf(link, RESULTS, resultsOf(session)),
  ]);
  const epochs = new Set([...Object.keys(requests), ...Object.keys(results)].map(epochOf));
  for (const earlier of epochs) if (earlier < epoch) await clearRun(link, { session, epoch: earlier });
}

/** Takes away what a run has left with NATS. Never rejects: what stays is forgotten after a day. */
export async function clearRun(link: FleetLink, run: Run): Promise<void> {
  const { streams, consumers } = link.admin;
  if (link.connection.isClosed()) return;
  await Promise.allSettled([
    streams.purge(REQUESTS, { filter: requestsOf(run.session, run.epoch) }),
    streams.purge(RESULTS, { filter: resultSubject(run) }),
    consumers.delete(RESULTS, runConsumer(run)),
  ]);
}

/** What NATS has of a run. */
export interface Held {
  readonly requests: number;
  /** Messages: one may answer several requests, or be a piece of an answer. */
  readonly answers: number;
}

/** How many requests and answers of a run NATS has. Each that is there from the beginning of the call to its end is counted, and some others may be. */
export async function heldOf(link: FleetLink, run: Run): Promise<Held> {
  // A request stays until its answer is there: in this order one of the two is seen.
  const requests = Object.values(await countsOf(link, REQUESTS, requestsOf(run.session, run.epoch)));
  // Asked for one subject, nats-server 2.9 may count the newest file of the stream alone: answers of all runs of the session are asked for.
  const { [resultSubject(run)]: answers = 0 } = await countsOf(link, RESULTS, resultsOf(run.session));
  return { requests: requests.reduce((all, one) => all + one, 0), answers };
}
