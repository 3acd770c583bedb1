/** Other work gets its turn after so long, ms. */
const TURN_MS = 15;

/** Does work that is cut into pieces, letting other work of the process have its turn between them. */
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
