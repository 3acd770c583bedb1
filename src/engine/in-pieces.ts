/** Longest time without yielding to the event loop, ms. */
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
