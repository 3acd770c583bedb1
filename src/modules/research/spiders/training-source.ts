import type { PageClass } from '../../../domain/page-classes/index.js';
import type { FollowedExample, LearntWeight } from '../../../domain/policies/index.js';
import type { TrainingPage } from '../../../domain/spiders/index.js';

/** A page of a session or recorded web, with the data that spiders of any kind need. */
export interface SourcePage extends TrainingPage {
  /** Empty if unknown or not read. */
  readonly mainText: string;
  /**
   * The features of a policy's choice, and its reward. Only for sessions, and on request; null for seeds, which no
   * policy chose.
   */
  readonly choice?: FollowedExample | null;
}

/** A source of pages: a session or a recorded web. */
export interface TrainingSource {
  /** Number of its pages, as known before reading them. */
  readonly size: number;
  /** Yields at most `limit` pages in their order, batch by batch. */
  pages(limit: number): AsyncIterable<readonly SourcePage[]>;
}

/** Learns from the pages of all sources. */
export interface Trainee {
  /** Most pages read from all sources together. */
  readonly maxPages: number;
  /** Number of pages accepted so far. */
  readonly size: number;
  /** Marks that the following pages are from another source. */
  beginSource(): void;
  add(page: SourcePage): void;
  /**
   * @returns the sealed learned state
   * @throws DomainError INVALID_STATE if there is too little to learn from
   */
  train(signal: AbortSignal): Promise<Learnt>;
}

/** The sealed learned state, and its report. */
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
