import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SpiderPage } from '../../spiders/index.js';

/** The arrays of a page, stored consecutively. */
const PARTS = ['words', 'urlNos', 'starts', 'linkWords', 'known'] as const;

/**
 * The latest pages of a crawl with the words of their links, by step: the training data of a spider, and the input for
 * valuing links.
 */
export class PageWindow {
  private readonly pages = new Map<number, SpiderPage>();

  constructor(
    private readonly limit: number,
    /** Number of fields of a link. */
    private readonly fields: number,
  ) {}

  get size(): number {
    return this.pages.size;
  }

  add(step: number, page: SpiderPage): void {
    this.pages.set(step, page);
    if (this.pages.size <= this.limit) return;
    for (const oldest of this.pages.keys()) {
      this.pages.delete(oldest);
      return;
    }
  }

  of(step: number): SpiderPage | undefined {
    return this.pages.get(step);
  }

  /** All pages, and the index of a step's page among them. */
  all(): { readonly pages: readonly SpiderPage[]; readonly places: ReadonlyMap<number, number> } {
    return { pages: [...this.pages.values()], places: new Map([...this.pages.keys()].map((step, i) => [step, i])) };
  }

  save(): Snapshot {
    const pages = [...this.pages.values()];
    return {
      steps: Uint32Array.from(this.pages.keys()),
      targets: Uint8Array.from(pages, ({ isTarget }) => (isTarget ? 1 : 0)),
      ...Object.fromEntries(PARTS.map((part) => [part, joined(pages.map((page) => page[part]))])),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const steps = from.uint32('steps');
    const targets = from.uint8('targets', { length: steps.length });
    const read = (part: (typeof PARTS)[number]): Uint32Array[] => divided(from.child(part), steps.length);
    const [words, urlNos, starts, linkWords, known] = PARTS.map(read);
    starts.forEach((of, i) => {
      if (of.length !== urlNos[i].length * this.fields + 1 || of[of.length - 1] !== linkWords[i].length)
        from.refuse('starts', 'the places of the words of each link');
    });
    this.pages.clear();
    steps.forEach((step, i) =>
      this.pages.set(step, {
        isTarget: targets[i] === 1,
        words: words[i],
        urlNos: urlNos[i],
        starts: starts[i],
        linkWords: linkWords[i],
        known: known[i],
      }),
    );
  }
}

function joined(arrays: readonly Uint32Array[]): Snapshot {
  const lengths = Uint32Array.from(arrays, ({ length }) => length);
  const all = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return { lengths, all };
}

function divided(from: SnapshotReader, count: number): Uint32Array[] {
  const lengths = from.uint32('lengths', { length: count });
  const all = from.uint32('all', { length: lengths.reduce((sum, length) => sum + length, 0) });
  let at = 0;
  return Array.from(lengths, (length) => all.slice(at, (at += length)));
}
