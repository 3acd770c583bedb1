/** Streams, buckets and subjects of the fleet, in one place: the configuration of NATS repeats them. */

/** Requests that wait for a fetcher, deleted when they are answered. */
export const REQUESTS = 'GLEANER_REQUESTS';
/** Answers that wait for the worker of their session, deleted when their steps are committed. */
export const RESULTS = 'GLEANER_RESULTS';
/** Pages that wait for a renderer. The documents themselves stay with their fetchers until a renderer asks for them. */
export const RENDERS = 'GLEANER_RENDERS';
/** Key-value buckets: the table of partitions, and the signs of life of members. */
export const LEASES = 'GLEANER_LEASES';
export const MEMBERS = 'GLEANER_MEMBERS';

/** One run of a session: what an earlier holder of the session still has under way is told from it by its epoch. */
export interface Run {
  readonly session: string;
  /** Of the session's lease: it grows with each worker that takes the session up. */
  readonly epoch: number;
}

/**
 * The lanes of a partition, each with its own place at its fetcher: pages that are all rendered take seconds of a browser each, and are not to stand in the
 * way of those that are only fetched.
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
/** The epoch that a subject of a request or answer ends in. */
export const epochOf = (subject: string): number => Number(subject.slice(subject.lastIndexOf('.') + 1));
/** Durable consumers: two for each partition, that owners share one after the other, and one for each run of a session. */
export const laneConsumer = (partition: number, lane: Lane): string => `fetch-${partition}-${lane}`;
export const runConsumer = ({ session, epoch }: Run): string => `result-${session}-${epoch}`;

export const renderSubject = (partition: number): string => `render.${partition}`;
/** The one consumer that all renderers share: a page goes to whoever has a tab free. */
export const RENDERERS = 'renderers';

/** Says that a request is not wanted any more, to all fetchers. */
export const CANCELS = 'fleet.cancel';
/** Asks the worker of a session about a request that was delivered before. */
export const beginSubject = (session: string): string => `fleet.begin.${session}`;
/** Asks any worker for what is known of hosts. */
export const STORE = 'fleet.store';
