import { createInterface } from 'node:readline';
import { type TemporaryFile, temporaryFile } from '../../../platform/volumes/index.js';
import type { ArchivePart } from './archive-parts.js';
import { textLinesOf } from './read-index.js';

/** Characters of lines sorted in memory. Larger indexes are sorted in runs on disk, which are merged. */
const RUN_CHARS = 16 * 1024 * 1024;
/** Bytes read ahead per run. */
const READ_BYTES = 32 * 1024;

/**
 * The index of a whole archive for readers of web archives: responses and revisits in the order of their keys, without
 * Gleaner's own fields.
 *
 * Memory holds one run, and a chunk of each. End it early by `return`, which removes its temporary files.
 */
export async function* sortedIndex(parts: readonly ArchivePart[], runChars = RUN_CHARS): AsyncGenerator<string> {
  const runs: TemporaryFile[] = [];
  let lines: string[] = [];
  let chars = 0;
  try {
    for await (const line of plainLines(parts)) {
      lines.push(line);
      chars += line.length;
      if (chars < runChars) continue;
      const run = await temporaryFile();
      runs.push(run);
      await run.handle.writeFile(`${lines.sort().join('\n')}\n`);
      [lines, chars] = [[], 0];
    }
    lines.sort();
    if (runs.length === 0) yield* lines;
    else yield* merged([...runs.map(linesOfFile), linesOfList(lines)]);
  } finally {
    for (const run of runs) await run.close();
  }
}

async function* plainLines(parts: readonly ArchivePart[]): AsyncGenerator<string> {
  for (const part of parts) {
    for await (const { text, line } of textLinesOf(part)) {
      const { type, at: _, end: __, ...plain } = line;
      // A rendered page is no server response: under the same URL it would replace one.
      if (type !== 'conversion') yield `${text.slice(0, text.indexOf(' {'))} ${JSON.stringify(plain)}`;
    }
  }
}

async function* linesOfFile(run: TemporaryFile): AsyncGenerator<string> {
  const file = run.read(READ_BYTES);
  try {
    yield* createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    file.destroy();
  }
}

async function* linesOfList(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Lines of sorted sources in order. */
async function* merged(sources: AsyncGenerator<string>[]): AsyncGenerator<string> {
  /** The next line of each source that has one, in order. */
  const heads: { line: string; source: AsyncGenerator<string> }[] = [];
  const take = async (source: AsyncGenerator<string>): Promise<void> => {
    const next = await source.next();
    if (next.done === true) return;
    const line = next.value;
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (heads[middle].line < line) low = middle + 1;
      else high = middle;
    }
    heads.splice(low, 0, { line, source });
  };
  try {
    for (const source of sources) await take(source);
    for (let first = heads.shift(); first !== undefined; first = heads.shift()) {
      yield first.line;
      await take(first.source);
    }
  } finally {
    for (const source of sources) await source.return(undefined);
  }
}
