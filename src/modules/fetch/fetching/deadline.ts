import { FetchFault } from './fetch-fault.js';
import { machine } from './pressure.js';

/**
 * Calls `onLate` after `ms`, unless the returned function is called before.
 *
 * Time during which the event loop was blocked does not count, up to another `ms`, and input that arrived before the
 * deadline is handled first: a busy machine is not the peer's failure.
 */
export function patientTimeout(ms: number, onLate: () => void): () => void {
  const lostBefore = machine.lostMs();
  let extended = 0;
  let immediate: NodeJS.Immediate | undefined;
  const expire = (): void => {
    const missing = Math.min(machine.lostMs() - lostBefore, ms) - extended;
    if (missing >= 1) {
      extended += missing;
      timer = setTimeout(expire, missing);
      return;
    }
    // In a turn of the event loop, timers run before sockets.
    immediate = setImmediate(onLate);
  };
  let timer = setTimeout(expire, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

/**
 * Runs `work` until it settles, `signal` aborts (FetchFault `aborted`) or `ms` pass (FetchFault `timeout`, see
 * `patientTimeout`), whichever comes first.
 *
 * In the last two cases the work's own signal aborts. The caller does not wait for the work then: its late failure is
 * ignored.
 */
export function withDeadline<T>(
  signal: AbortSignal,
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return Promise.reject(new FetchFault('aborted', 'aborted'));
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const stop = (fault: FetchFault): void => {
      release();
      reject(fault);
      controller.abort(fault);
    };
    const onAbort = (): void => stop(new FetchFault('aborted', 'aborted'));
    const cancel = patientTimeout(ms, () =>
      stop(new FetchFault('timeout', `${what} took more than ${Math.round(ms)} ms`)),
    );
    const release = (): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort);
    work(controller.signal).finally(release).then(resolve, reject);
  });
}

/** Waits this long. @throws FetchFault `aborted` as soon as the signal aborts */
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
