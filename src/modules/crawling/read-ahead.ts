/**
 * What `next` brings until it brings null, one ahead: the next is on its way while the one before it is used. Ends with what `next` throws.
 */
export async function* readAhead<T>(next: () => Promise<T | null>): AsyncGenerator<T, void, undefined> {
  const start = (): Promise<T | null> => {
    const coming = next();
    // Waited for in its turn; when the reader leaves early its failure is nobody's.
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
