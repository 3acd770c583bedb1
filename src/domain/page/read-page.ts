import { PageReader } from './page-reader.js';
import type { ParseLimits, PageHeaders } from './parsed-page.js';
import { unfolded } from './unfolded.js';

/** Most times that a page is read again without elements that hide its content. */
const MAX_CURTAINS = 4;

/** Reads a page in steps; again if it is shown in another order than its source, or if it hides its whole content. */
export function* readPage(source: string, limits: ParseLimits, headers: PageHeaders): Generator<void, PageReader> {
  let reader = yield* readAs(new PageReader(source, limits), headers);
  if (reader.isFolded) reader = yield* readAs(new PageReader(yield* unfolded(source), limits), headers);
  for (let i = 0; i < MAX_CURTAINS && reader.curtains.length > 0; i++)
    reader = yield* readAs(
      new PageReader(reader.html, limits, new Set([...reader.shownFrom, ...reader.curtains])),
      headers,
    );
  return reader;
}

function* readAs(reader: PageReader, { refresh, link }: PageHeaders): Generator<void, PageReader> {
  if (refresh !== undefined) reader.refresh(refresh);
  if (link !== undefined) reader.headerLinks(link);
  yield* reader.read();
  return reader;
}
