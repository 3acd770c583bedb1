import { PageReader } from './page-reader.js';
import type { ParseLimits, ToldOfPage } from './parsed-page.js';
import { unfolded } from './unfolded.js';

/**
 * Reads a page in steps; a second time if it is shown in another order than its source, or if it hides its whole
 * content.
 */
export function* readPage(source: string, limits: ParseLimits, told: ToldOfPage): Generator<void, PageReader> {
  let reader = yield* readAs(new PageReader(source, limits), told);
  if (reader.isFolded) reader = yield* readAs(new PageReader(yield* unfolded(source), limits), told);
  return reader.curtain === -1 ? reader : yield* readAs(new PageReader(reader.html, limits, reader.curtain), told);
}

function* readAs(reader: PageReader, { refresh }: ToldOfPage): Generator<void, PageReader> {
  if (refresh !== undefined) reader.refresh(refresh);
  yield* reader.read();
  return reader;
}
