import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Turns } from './turns.js';

/**
 * A computation that can move to another thread. Its module exports it under the name `task`.
 *
 * Input and output are cloned between threads: plain data, typed arrays and shared buffers, no functions or classes. Refusals are part of the
 * output; what is thrown arrives as an `Error` with the same message.
 */
export interface ThreadTask<Input, Output> {
  /** `import.meta.url` of its module. */
  readonly url: string;
  /** @param progress told the share that is done, in [0, 1] */
  run(input: Input, progress?: (share: number) => void): Output | Promise<Output>;
}

/** A computation that needs more than this is stopped with an error, and the worker process lives on. */
const MAX_HEAP_MB = 2_048;
/** More threads than cores finish no earlier, and each holds its memory. */
const MAX_THREADS = Math.max(1, availableParallelism());
/** A process has few callers; this many waiting is a flood. */
const MAX_WAITING = 32;
const turns = new Turns(MAX_THREADS, MAX_WAITING, 'computations are under way');

const ENTRY = `
  const { parentPort, workerData } = require('node:worker_threads');
  const progress = (share) => parentPort.postMessage({ share });
  import(workerData.url).then(({ task }) => task.run(workerData.input, progress)).then((output) => parentPort.postMessage({ output }));
`;

/**
 * Runs a task in a thread of its own, so that crawls and leases go on meanwhile.
 *
 * A process has as many such threads at once as the machine has cores; further calls wait for theirs. When `signal` aborts, the thread is stopped and the
 * call rejects. A task that is not compiled, as in tests, runs in the calling thread.
 *
 * @throws DomainError UNAVAILABLE when too many wait already
 */
export async function runInThread<Input, Output>(
  task: ThreadTask<Input, Output>,
  input: Input,
  signal: AbortSignal,
  progress: (share: number) => void = () => undefined,
): Promise<Output> {
  return turns.run(() => compute(task, input, signal, progress), signal);
}

async function compute<Input, Output>(
  task: ThreadTask<Input, Output>, input: Input, signal: AbortSignal, progress: (share: number) => void,
): Promise<Output> {
  if (task.url.endsWith('.ts')) return task.run(input, progress);
  const thread = new Worker(ENTRY, { eval: true, workerData: { url: task.url, input }, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  const stop = (): void => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Output>((resolve, reject) => {
      thread.on('message', (message: { readonly share: number } | { readonly output: Output }) => {
        if ('share' in message) progress(message.share);
        else resolve(message.output);
      });
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(signal.aborted ? 'interrupted' : `the thread ended with code ${code} before it answered`)));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
