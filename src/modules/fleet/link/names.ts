/** Streams, buckets and subjects of the fleet, in one place: the configuration of NATS repeats them. */

/** Requests that wait for a fetcher, deleted when they are answered. */
export const REQUESTS = 'GLEANER_REQUESTS';
/** Answers that wait for the worker of their session, deleted when their steps are committed. */
export const RESULTS = 'GLEANER_RESULTS';
/** Key-value buckets: the table of partitions, and the signs of life of members. */
export const LEASES = 'GLEANER_LEASES';
export const MEMBERS = 'GLEANER_MEMBERS';

export const requestSubject = (partition: number, session: string): string => `fetch.${partition}.${session}`;
export const partitionFilter = (partition: number): string => `fetch.${partition}.*`;
export const sessionFilter = (session: string): string => `fetch.*.${session}`;
export const resultSubject = (session: string): string => `result.${session}`;
/** Durable consumers: one for each partition, that owners share one after the other, and one for each session. */
export const partitionConsumer = (partition: number): string => `fetch-${partition}`;
export const sessionConsumer = (session: string): string => `result-${session}`;

/** Says that a request is not wanted any more, to all fetchers. */
export const CANCELS = 'fleet.cancel';
/** Asks the worker of a session whether a suspicious request may be begun. */
export const beginSubject = (session: string): string => `fleet.begin.${session}`;
/** Asks any worker for what is known of hosts. */
export const STORE = 'fleet.store';
