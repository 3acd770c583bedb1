import type { Worker } from 'node:worker_threads';

/** Message that tells a thread to end, which it does by `process.exit`. */
export const END = 'end';
/** A thread that computes without a pause does not read the message, and is terminated after this time, ms. */
const GRACE_MS = 1_000;

/**
 * Ends a thread: asks it to end, and terminates it if it does not.
 *
 * Not terminated at once: Node 20 aborts the whole process if a thread is terminated between the creation of a zlib
 * stream and its start (assertion "close before init" in node_zlib.cc). A thread that ends itself is never in that
 * state, and one that computes without a pause creates no streams.
 *
 * @param graceMs longest wait for its end
 */
export async function endThread(thread: Worker, graceMs = GRACE_MS): Promise<void> {
  // It has ended already.
  if (thread.threadId === -1) return;
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  thread.postMessage(END);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs).unref();
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
  await thread.terminate();
}
