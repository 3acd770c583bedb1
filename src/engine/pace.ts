/** Longest turn of divided work, ms. */
const TURN_MS = 15;

/** Runs work that is divided into pieces, yielding to the event loop between them. */
export async function inPieces<T>(pieces: Generator<void, T>): Promise<T> {
  let started = performance.now();
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
    if (performance.now() - started < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    started = performance.now();
  }
}

/** Longest time without yielding to the event loop, ms: timers, commands and lease renewals wait for it. */
const SLICE_MS = 50;

/** Yields to the event loop during long work. */
export class Pace {
  private until = performance.now() + SLICE_MS;

  /** @param signal ends the work */
  constructor(private readonly signal: AbortSignal) {}

  /** Whether it is time to yield. */
  get isDue(): boolean {
    return performance.now() >= this.until;
  }

  /** Runs everything else that is ready. @throws the signal's reason if it is aborted */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
    this.until = performance.now() + SLICE_MS;
  }
}
