/**
 * Yields the results of `next` until null, prefetching one: the next is loading while the current one is in use. Throws
 * the error of `next`.
 */
export async function* readAhead<T>(next: () => Promise<T | null>): AsyncGenerator<T, void, undefined> {
  const start = (): Promise<T | null> => {
    const coming = next();
    // Awaited in its turn; if the reader stops early, its failure is ignored.
    coming.catch(() => undefined);
    return coming;
  };
  let coming = start();
  for (;;) {
    const item = await coming;
    if (item === null) return;
    coming = start();
    yield item;
  }
}
