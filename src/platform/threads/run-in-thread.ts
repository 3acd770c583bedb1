import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../concurrency/index.js';
import { loadedFirst } from './plain.js';
import { END, endThread } from './end-thread.js';

/**
 * A computation that can run in another thread. Its module exports it under the name `task`.
 *
 * Input and output are cloned between threads: plain data, typed arrays and shared buffers, no functions or classes.
 * Return expected refusals in the output; a thrown error arrives as an `Error` with the same message.
 */
export interface ThreadTask<Input, Output, Part = never> {
  /** `import.meta.url` of its module. */
  readonly url: string;
  /**
   * @param progress called with the completed share, in [0, 1]
   * @param give passes on parts of the output before its end; each is cloned like the output
   */
  run(input: Input, progress?: (share: number) => void, give?: (part: Part) => void): Output | Promise<Output>;
}

/** A computation that needs more memory is stopped with an error; the worker process survives. */
const MAX_HEAP_MB = 2_048;
/** More threads than cores would not finish earlier, and each holds its memory. */
const MAX_THREADS = Math.max(1, availableParallelism());
/** A process has few callers; more waiting ones are a flood. */
const MAX_WAITING = 32;
/**
 * Time that an idle thread waits for more work: in a new thread each task's code is cold and takes three times as long.
 * An idle thread holds 100 MB.
 */
const IDLE_MS = 3_000;
/** A larger thread is ended: its memory belongs to the process. */
const MAX_IDLE_HEAP_BYTES = 256 * 1024 * 1024;
const turns = new Semaphore(MAX_THREADS, MAX_WAITING, 'computations are under way');

// An error thrown by a task ends its thread, which reports it.
const ENTRY = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { getHeapStatistics } = require('node:v8');
  const ready = workerData === null ? null : import(workerData);
  parentPort.on('message', async (message) => {
    if (message === '${END}') process.exit(1);
    await ready;
    const { url, input } = message;
    const { task } = await import(url);
    const output = await task.run(input, (share) => parentPort.postMessage({ share }), (part) => parentPort.postMessage({ part }));
    parentPort.postMessage({ output, heapBytes: getHeapStatistics().total_heap_size });
  });
`;

/** Idle threads that wait for work. */
export class IdleThreads {
  /** With the timers that end them. */
  private readonly waiting = new Map<Worker, NodeJS.Timeout>();

  /** @param idleMs time that a thread waits for work before it is ended */
  constructor(private readonly idleMs: number) {}

  take(): Worker {
    const [kept] = this.waiting;
    if (kept !== undefined) {
      const [thread] = kept;
      this.forget(thread);
      thread.ref();
      return thread;
    }
    const thread = new Worker(ENTRY, {
      eval: true,
      workerData: loadedFirst(),
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    // A thread that dies while idle affects nobody.
    return thread.on('error', () => undefined).once('exit', () => this.forget(thread));
  }

  /** Keeps the thread for the next task; it does not keep the process alive. */
  keep(thread: Worker): void {
    thread.unref();
    const end = (): void => {
      // At once, not on its exit, which takes a while on a busy machine: work given to it meanwhile would be lost.
      this.forget(thread);
      void endThread(thread);
    };
    this.waiting.set(thread, setTimeout(end, this.idleMs).unref());
  }

  private forget(thread: Worker): void {
    clearTimeout(this.waiting.get(thread));
    this.waiting.delete(thread);
  }
}

const idleThreads = new IdleThreads(IDLE_MS);

/**
 * Runs a task in another thread, so that crawls and leases continue meanwhile.
 *
 * A process has at most as many such threads as the machine has cores; further calls wait. A thread is kept for the
 * next task for a while. If `signal` aborts, the thread is ended and the call rejects. An uncompiled task, as in tests,
 * runs in the calling thread.
 *
 * @throws DomainError UNAVAILABLE if too many calls already wait
 */
export async function runInThread<Input, Output>(
  task: ThreadTask<Input, Output>,
  input: Input,
  signal: AbortSignal,
  progress: (share: number) => void = () => undefined,
  idle = idleThreads,
): Promise<Output> {
  return turns.run(() => compute(task, input, signal, { progress, idle }), signal);
}

/**
 * Runs a task that may take hours in its own thread, outside of the limit above: the caller keeps their number low.
 *
 * @param take called with each part of the output, in order and before the result
 * @throws ThreadMemoryError if the task needs more memory than a thread has
 */
export async function runApart<Input, Output, Part>(
  task: ThreadTask<Input, Output, Part>,
  input: Input,
  signal: AbortSignal,
  take: (part: Part) => void,
): Promise<Output> {
  try {
    return await compute(task, input, signal, { take });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadMemoryError();
    throw error;
  }
}

/** A task needed more memory than a thread has. */
export class ThreadMemoryError extends Error {
  override readonly name = 'ThreadMemoryError';

  constructor() {
    super(`more than ${MAX_HEAP_MB} MB of memory are needed`);
  }
}

interface ThreadOptions<Part> {
  readonly progress?: (share: number) => void;
  /** Called with each part of the output, in order. */
  readonly take?: (part: Part) => void;
  readonly idle?: IdleThreads;
}

async function compute<Input, Output, Part = never>(
  task: ThreadTask<Input, Output, Part>,
  input: Input,
  signal: AbortSignal,
  { progress = () => undefined, take = () => undefined, idle = idleThreads }: ThreadOptions<Part>,
): Promise<Output> {
  if (task.url.endsWith('.ts')) return task.run(input, progress, take);
  signal.throwIfAborted();
  const thread = idle.take();
  const stop = (): void => void endThread(thread);
  signal.addEventListener('abort', stop, { once: true });
  let mayStay = false;
  try {
    const { output, heapBytes } = await answerOf<Output, Part>(
      thread,
      { url: task.url, input },
      signal,
      progress,
      take,
    );
    mayStay = heapBytes <= MAX_IDLE_HEAP_BYTES && !signal.aborted;
    return output;
  } finally {
    signal.removeEventListener('abort', stop);
    if (mayStay) idle.keep(thread);
    else await endThread(thread);
  }
}

interface Answer<Output> {
  readonly output: Output;
  readonly heapBytes: number;
}

function answerOf<Output, Part>(
  thread: Worker,
  work: { url: string; input: unknown },
  signal: AbortSignal,
  progress: (share: number) => void,
  take: (part: Part) => void,
): Promise<Answer<Output>> {
  let deafen = (): void => undefined;
  return new Promise<Answer<Output>>((resolve, reject) => {
    const onMessage = (message: { readonly share: number } | { readonly part: Part } | Answer<Output>): void => {
      if ('share' in message) progress(message.share);
      else if ('part' in message) take(message.part);
      else resolve(message);
    };
    const ended = (code: number): void =>
      reject(new Error(signal.aborted ? 'interrupted' : `the thread ended with code ${code} before it answered`));
    thread.on('message', onMessage).on('error', reject).on('exit', ended);
    deafen = () => void thread.off('message', onMessage).off('error', reject).off('exit', ended);
    thread.postMessage(work);
  }).finally(() => deafen());
}
