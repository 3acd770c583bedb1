import { FetchFault } from './fetch-fault.js';

/**
 * Runs `work` until it settles, `signal` aborts (FetchFault `aborted`) or `ms` pass (FetchFault `timeout`), whichever is first.
 *
 * The work is given a signal that aborts in the latter two cases. It is not waited for then: its own late failure is swallowed.
 */
export function withDeadline<T>(signal: AbortSignal, ms: number, what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (signal.aborted) return Promise.reject(new FetchFault('aborted', 'aborted'));
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const stop = (fault: FetchFault): void => {
      release();
      reject(fault);
      controller.abort(fault);
    };
    const onAbort = (): void => stop(new FetchFault('aborted', 'aborted'));
    const timer = setTimeout(() => stop(new FetchFault('timeout', `${what} took more than ${Math.round(ms)} ms`)), ms);
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort);
    work(controller.signal).finally(release).then(resolve, reject);
  });
}

/** Waits so long. @throws FetchFault `aborted` as soon as the signal aborts */
export function sleepUnless(signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return Promise.reject(new FetchFault('aborted', 'aborted'));
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new FetchFault('aborted', 'aborted'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, Math.ceil(ms));
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
