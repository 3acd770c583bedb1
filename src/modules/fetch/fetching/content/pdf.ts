import { Worker } from 'node:worker_threads';
import { endThread } from '../../../../platform/threads/plain.js';
import type { PdfDocument, PdfLimits } from './pdf-reader.js';
import type { PdfAnswer, PdfQuestion } from './pdf-thread.js';
import { withDeadline } from '../deadline.js';
import { FetchFault } from '../fetch-fault.js';

/** Reports and papers have some dozen pages, books some hundred; pages after 300 add nothing about the subject. */
const PDF_LIMITS: PdfLimits = { maxPages: 300, maxChars: 1_000_000, maxLinks: 2_000 };
/** Ordinary pages take some milliseconds each; a file that takes longer is malicious or broken. */
const READING_MS = 20_000;
/** Including the wait for earlier files. */
const ANSWER_MS = 60_000;
/** Heap of the thread; files of a thousand pages stay below half of it. */
const MAX_HEAP_MB = 256;
/** Growth of the whole process while a file is read, bytes: decompressed streams are outside of the thread's heap. */
const MAX_GROWTH_BYTES = 768 * 1024 * 1024;
const MEMORY_CHECK_MS = 50;
/** A reader that does not end by itself within this time is terminated, because it may still be allocating memory. */
const END_MS = 200;
/** The thread's code takes a second to load and 50 MB of memory: it is unloaded after this time without a PDF. */
const IDLE_MS = 30_000;

let thread: Worker | null = null;
let idle: NodeJS.Timeout | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a PDF in a thread, after earlier files.
 *
 * If a file takes too much time or memory, its thread is terminated; the process continues.
 *
 * @throws FetchFault `decode` for a file that cannot be read within the limits, `timeout` if earlier files take too
 * long, `aborted`
 */
export function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<PdfDocument> {
  return withDeadline(signal, ANSWER_MS, 'reading the PDF and earlier ones', (stop) => {
    const turn = last.then(() => {
      if (stop.aborted) throw new FetchFault('aborted', 'aborted');
      return readNow(bytes, stop);
    });
    last = turn.catch(() => undefined);
    return turn;
  });
}

async function readNow(bytes: Uint8Array, stop: AbortSignal): Promise<PdfDocument> {
  if (idle !== null) clearTimeout(idle);
  const worker = (thread ??= startThread());
  worker.ref();
  const before = process.memoryUsage.rss();
  const done = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      const giveUp = (reason: string): void => {
        if (thread === worker) thread = null;
        void endThread(worker, END_MS);
        reject(new FetchFault('decode', `PDF: ${reason}`));
      };
      timers.push(setTimeout(() => giveUp(`reading it took more than ${READING_MS} ms`), READING_MS));
      timers.push(
        setInterval(() => {
          if (process.memoryUsage.rss() - before > MAX_GROWTH_BYTES) giveUp('it takes too much memory');
        }, MEMORY_CHECK_MS),
      );
      const onError = (error: Error): void => giveUp(error.message);
      const onExit = (): void => giveUp('its reader ended');
      worker.on('message', resolve).on('error', onError).on('exit', onExit);
      const onAbort = (): void => giveUp('aborted');
      stop.addEventListener('abort', onAbort);
      done.signal.addEventListener('abort', () => {
        stop.removeEventListener('abort', onAbort);
        worker.off('message', resolve).off('exit', onExit).off('error', onError);
      });
      const copy = Uint8Array.from(bytes);
      worker.postMessage({ bytes: copy, limits: PDF_LIMITS } satisfies PdfQuestion, [copy.buffer]);
    });
    if ('refusal' in answer) throw new FetchFault('decode', `PDF: ${answer.refusal}`);
    return answer.document;
  } finally {
    done.abort();
    for (const timer of timers) clearInterval(timer);
    worker.unref();
    if (thread === worker) idle = setTimeout(letGo, IDLE_MS).unref();
  }
}

function startThread(): Worker {
  // The reader gets no environment variables, and its output stays unread: reading it would keep the process alive.
  const worker = new Worker(new URL('./pdf-thread.js', import.meta.url), {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // A terminated thread may still report an error, which is irrelevant.
  worker.on('error', () => undefined);
  return worker;
}

function letGo(): void {
  if (thread !== null) void endThread(thread, END_MS);
  thread = null;
}
