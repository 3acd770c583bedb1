import type { PageClass } from '../../domain/page-classes/index.js';
import type { FollowedExample, LearntWeight } from '../../domain/policies/index.js';
import type { TrainingPage } from '../../domain/spiders/index.js';

/** A page of a session or recorded web, with all that spiders of any kind read of it. */
export interface SourcePage extends TrainingPage {
  /** Empty where it is not known, or not read. */
  readonly mainText: string;
  /** What a policy chose it by and got for it. Only of sessions, and only where it is asked for; null for seeds, which nothing chose. */
  readonly choice?: FollowedExample | null;
}

/** Where pages are read from: a session or a recorded web. */
export interface TrainingSource {
  /** Pages that it has, as far as can be told before they are read. */
  readonly size: number;
  /** Pages are read in their order, batch by batch, `limit` at most. */
  pages(limit: number): AsyncIterable<readonly SourcePage[]>;
}

/** What is made of the pages of all sources. */
export interface Trainee {
  /** Pages that are read of all sources together. */
  readonly maxPages: number;
  /** Pages that were taken in so far. */
  readonly size: number;
  /** The pages that follow are of another source. */
  beginSource(): void;
  add(page: SourcePage): void;
  /**
   * @returns what was learnt, sealed
   * @throws DomainError INVALID_STATE when there is too little to learn from
   */
  train(signal: AbortSignal): Promise<Learnt>;
}

/** What was learnt, sealed, and what is told of it. */
export interface Learnt {
  readonly data: Uint8Array;
  readonly links: number;
  readonly words: number;
  readonly bins: readonly {
    readonly name: string;
    readonly links: number;
    readonly meanValue: number;
    readonly words: readonly { readonly word: string; readonly field: string; readonly weight: number }[];
  }[];
  readonly classes: readonly PageClass[];
  readonly weights: readonly LearntWeight[];
}
