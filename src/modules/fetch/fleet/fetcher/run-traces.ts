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
 * Removes everything that earlier runs of the session left in NATS. Spares later runs: a worker that has lost the
 * session may start its run late.
 *
 * @throws NATS's errors
 */
export async function clearEarlierRuns(link: FleetLink, { session, epoch }: Run): Promise<void> {
  const [requests, results] = await Promise.all([
    countsOf(link, REQUESTS, requestsOf(session)),
    countsOf(link, RESULTS, resultsOf(session)),
  ]);
  const epochs = new Set([...Object.keys(requests), ...Object.keys(results)].map(epochOf));
  for (const earlier of epochs) if (earlier < epoch) await clearRun(link, { session, epoch: earlier });
}

/** Removes everything that a run left in NATS. Never rejects: NATS drops the rest after a day. */
export async function clearRun(link: FleetLink, run: Run): Promise<void> {
  const { streams, consumers } = link.admin;
  if (link.connection.isClosed()) return;
  await Promise.allSettled([
    streams.purge(REQUESTS, { filter: requestsOf(run.session, run.epoch) }),
    streams.purge(RESULTS, { filter: resultSubject(run) }),
    consumers.delete(RESULTS, runConsumer(run)),
  ]);
}

/** The messages of a run in NATS. */
interface Held {
  readonly requests: number;
  /** Number of messages: one may answer several requests, or be a piece of an answer. */
  readonly answers: number;
}

/**
 * The number of requests and answers of a run in NATS. Counts each that exists during the whole call, and possibly
 * others.
 */
export async function heldOf(link: FleetLink, run: Run): Promise<Held> {
  // A request stays until its answer exists: in this order one of the two is seen.
  const requests = Object.values(await countsOf(link, REQUESTS, requestsOf(run.session, run.epoch)));
  // For a single subject, nats-server 2.9 may count only the newest file of the stream, so this requests the answers of
  // all runs of the session.
  const { [resultSubject(run)]: answers = 0 } = await countsOf(link, RESULTS, resultsOf(run.session));
  return { requests: requests.reduce((all, one) => all + one, 0), answers };
}
