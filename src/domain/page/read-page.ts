import { PageReader } from './page-reader.js';
import type { ParseLimits } from './parsed-page.js';
import { unfolded } from './unfolded.js';

/** A page that was read, in pieces: a second time where it is shown in another order than it stands, and where it hides all it has to say. */
export function* readPage(source: string, limits: ParseLimits): Generator<void, PageReader> {
  let reader = new PageReader(source, limits);
  yield* reader.read();
  if (reader.isFolded) {
    reader = new PageReader(yield* unfolded(source), limits);
    yield* reader.read();
  }
  if (reader.curtain === -1) return reader;
  reader = new PageReader(reader.html, limits, reader.curtain);
  yield* reader.read();
  return reader;
}
