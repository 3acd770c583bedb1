import type { Worker } from 'node:worker_threads';

/** What a thread is sent that is to end; it ends by `process.exit`. */
export const END = 'end';
/** A thread that computes without a pause does not hear it, and is ended from outside after so long, ms. */
const GRACE_MS = 1_000;

/**
 * Ends a thread: asks it to, and ends it from outside if it does not.
 *
 * Not from outside at once: Node 20 ends the whole process when a thread is ended between the making of a zlib stream and its start (assertion
 * "close before init" in node_zlib.cc). A thread that ends by itself is never there, and one that computes without a pause makes no streams.
 *
 * @param graceMs how long it is waited for
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
