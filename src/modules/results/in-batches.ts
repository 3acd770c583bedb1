/** All rows of a list that is read piece by piece: while one piece is being sent the next one is read, and no more. */
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
    // Its failure is told when its turn comes, if it comes.
    reading?.catch(() => undefined);
    yield* batch;
  }
}
