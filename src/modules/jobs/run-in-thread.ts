import { Worker } from 'node:worker_threads';

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

const ENTRY = `
  const { parentPort, workerData } = require('node:worker_threads');
  const progress = (share) => parentPort.postMessage({ share });
  import(workerData.url).then(({ task }) => task.run(workerData.input, progress)).then((output) => parentPort.postMessage({ output }));
`;

/**
 * Runs a task in a thread of its own, so that crawls and leases go on meanwhile.
 *
 * When `signal` aborts, the thread is stopped and the call rejects. A task that is not compiled, as in tests, runs in the calling thread.
 */
export async function runInThread<Input, Output>(
  task: ThreadTask<Input, Output>,
  input: Input,
  signal: AbortSignal,
  progress: (share: number) => void = () => undefined,
): Promise<Output> {
  signal.throwIfAborted();
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
