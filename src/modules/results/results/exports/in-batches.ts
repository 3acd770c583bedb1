/** All rows of a list that is read in parts: while one part is being sent, only the next one is read. */
export async function* inBatches<T, K>(
  limit: number,
  start: K,
  read: (after: K) => Promise<T[]>,
  keyOf: (row: T) => K,
): AsyncGenerator<T> {
  let reading: Promise<T[]> | null = read(start);
  while (reading !== null) {
    const batch: T[] = await reading;
    reading = batch.length === limit ? read(keyOf(batch[limit - 1])) : null;
    // Its failure is thrown at its turn, if reached.
    reading?.catch(() => undefined);
    yield* batch;
  }
}
