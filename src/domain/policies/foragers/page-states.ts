import { z } from 'zod';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { PageClassifier, type WordCounts } from '../../page-classes/index.js';

interface PageStatesOptions {
  readonly clusters: number;
  readonly vocabulary: number;
  /** Number of pages after which the classifier is trained. */
  readonly bootstrapPages: number;
}

/** Most words kept of a page that waits for the training. */
const MAX_KEPT_WORDS = 300;

const waitingSchema: z.ZodType<
  readonly { readonly urlNo: number; readonly words: readonly (readonly [string, number])[] }[]
> = z.array(z.object({ urlNo: z.int().min(0), words: z.array(z.tuple([z.string(), z.number()])) }));

/**
 * States of pages, learned online: the session's first pages are the collection for the classifier's clusters. Until
 * there are enough of them a state is a hashed random projection of the page's words.
 */
export class PageStates {
  private classifier: PageClassifier | null = null;
  private waiting: { readonly urlNo: number; readonly words: WordCounts }[] = [];

  constructor(
    private readonly options: PageStatesOptions,
    private readonly rng: Rng,
  ) {}

  /** Number of components of a state. */
  get size(): number {
    return this.options.clusters;
  }

  get isTrained(): boolean {
    return this.classifier !== null;
  }

  stateOf(words: WordCounts): Float32Array {
    return this.classifier?.stateOf(words) ?? projection(words, this.size);
  }

  /**
   * Adds the words of a page of the session.
   *
   * @returns after the classifier was trained, the new states of all pages added so far
   */
  take(urlNo: number, words: WordCounts): readonly { readonly urlNo: number; readonly state: Float32Array }[] | null {
    if (this.classifier !== null) return null;
    const kept = words.size <= MAX_KEPT_WORDS ? words : new Map([...words].slice(0, MAX_KEPT_WORDS));
    this.waiting.push({ urlNo, words: kept });
    if (this.waiting.length < this.options.bootstrapPages) return null;
    const pages = this.waiting;
    const classifier = PageClassifier.train(
      pages.map((page) => page.words),
      this.options,
      this.rng,
    );
    this.classifier = classifier;
    this.waiting = [];
    return pages.map((page) => ({ urlNo: page.urlNo, state: classifier.stateOf(page.words) }));
  }

  /** The effects of words on the value of a page; none before the training, when states have no words. */
  wordValues(weights: Float32Array): { readonly name: string; readonly weight: number }[] {
    return this.classifier?.wordValues(weights) ?? [];
  }

  /** Warm start with a trained classifier. @throws RangeError if it has another number of clusters */
  inherit(from: SnapshotReader): void {
    this.classifier = PageClassifier.restored(from, this.size);
  }

  save(): Snapshot {
    return {
      trained: this.isTrained,
      classifier: this.classifier?.save() ?? null,
      waiting: this.waiting.map(({ urlNo, words }) => ({ urlNo, words: [...words] })),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.classifier = from.boolean('trained') ? PageClassifier.restored(from.child('classifier'), this.size) : null;
    this.waiting = from
      .json('waiting', waitingSchema)
      .map(({ urlNo, words }) => ({ urlNo, words: new Map(words.map(([word, count]) => [word, count])) }));
  }
}

/** Each word adds its share to one component, or subtracts it, by its hash; mapped by tanh. */
function projection(words: WordCounts, size: number): Float32Array {
  const out = new Float32Array(size);
  let total = 0;
  for (const count of words.values()) total += count;
  for (const [word, count] of words) {
    const hash = hashOf(word);
    out[(hash >>> 1) % size] += ((hash & 1) === 0 ? 1 : -1) * (count / total);
  }
  return out.map(Math.tanh);
}

/** FNV-1a with a further mixing step, because the lowest bits are used. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
