import { GleanerError } from './errors.js';

/** Longest times of a body, ms. */
export interface BodyLimits {
  /** Until its end; null if it may stay open. */
  readonly totalMs: number | null;
  /** Without a byte while the caller waits for one. */
  readonly idleMs: number;
}

/**
 * The response with limits on the time of its body. Its bytes are read on demand, so a slow reader does not count.
 *
 * @param call method and path, for errors
 * @returns a response whose body fails with a GleanerError of code TIMEOUT, and then ends the transfer
 */
export function limited(response: Response, { totalMs, idleMs }: BodyLimits, call: string): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const deadline = totalMs === null ? Number.POSITIVE_INFINITY : performance.now() + totalMs;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const left = deadline - performance.now();
        const reason = left < idleMs ? 'is not complete in time' : 'has stopped arriving';
        const late = (): GleanerError => new GleanerError(`${call}: the response ${reason}`, 0, 'TIMEOUT');
        const { done, value } = await inTime(() => reader.read(), Math.min(idleMs, left), late).catch(
          (error: unknown) => {
            reader.cancel(error).catch(() => undefined);
            throw error;
          },
        );
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
}

/** @param late error if it takes longer */
async function inTime<T>(work: () => Promise<T>, ms: number, late: () => Error): Promise<T> {
  // A body that trickles could win against each timer of 0 ms.
  if (ms <= 0) throw late();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
