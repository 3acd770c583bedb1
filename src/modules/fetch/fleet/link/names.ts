/** Streams, buckets and subjects of the fleet in one place: the configuration of NATS repeats them. */

/** Requests waiting for a fetcher; deleted once answered. */
export const REQUESTS = 'GLEANER_REQUESTS';
/** Answers waiting for their session's worker; deleted once their steps are committed. */
export const RESULTS = 'GLEANER_RESULTS';
/** Pages waiting for a renderer. Their fetchers keep the documents until a renderer requests them. */
export const RENDERS = 'GLEANER_RENDERS';
/** Key-value buckets: the table of partitions, and the signs of life of members. */
export const LEASES = 'GLEANER_LEASES';
export const MEMBERS = 'GLEANER_MEMBERS';

/** One run of a session: its epoch distinguishes it from the work of an earlier holder of the session. */
export interface Run {
  readonly session: string;
  /** Of the session's lease: it grows with each worker that claims the session. */
  readonly epoch: number;
}

/**
 * The lanes of a partition, each with its own slots at its fetcher: pages that are all rendered take seconds of a
 * browser each, and must not block pages that are only fetched.
 */
export const LANES = ['plain', 'browser'] as const;
export type Lane = (typeof LANES)[number];

export const requestSubject = (partition: number, lane: Lane, { session, epoch }: Run): string =>
  `fetch.${partition}.${lane}.${session}.${epoch}`;
export const laneFilter = (partition: number, lane: Lane): string => `fetch.${partition}.${lane}.*.*`;
/** Of all runs of a session, or of one. */
export const requestsOf = (session: string, epoch: number | '*' = '*'): string => `fetch.*.*.${session}.${epoch}`;
export const resultSubject = ({ session, epoch }: Run): string => `result.${session}.${epoch}`;
export const resultsOf = (session: string): string => `result.${session}.*`;
/** The epoch at the end of a subject of a request or answer. */
export const epochOf = (subject: string): number => Number(subject.slice(subject.lastIndexOf('.') + 1));
/** Durable consumers: two per partition, used by its successive owners, and one per run of a session. */
export const laneConsumer = (partition: number, lane: Lane): string => `fetch-${partition}-${lane}`;
export const runConsumer = ({ session, epoch }: Run): string => `result-${session}-${epoch}`;

export const renderSubject = (partition: number): string => `render.${partition}`;
/** The one consumer shared by all renderers: a page goes to any renderer with a free tab. */
export const RENDERERS = 'renderers';

/** Cancels requests at all fetchers. */
export const CANCELS = 'fleet.cancel';
/** Asks the worker of a session about a redelivered request. */
export const beginSubject = (session: string): string => `fleet.begin.${session}`;
/** Asks any worker for the stored states of hosts. */
export const STORE = 'fleet.store';
