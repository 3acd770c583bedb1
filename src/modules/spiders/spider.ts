import type { SpiderSettings, TellingWord } from '../../domain/spiders/index.js';

export const SPIDER_STATUSES = ['TRAINING', 'READY', 'FAILED'] as const;
export type SpiderStatus = (typeof SPIDER_STATUSES)[number];

/** A session that a spider was trained on. */
export interface TrainedOn {
  readonly sessionId: string;
  /** Where that crawl began. */
  readonly seeds: readonly string[];
  readonly pages: number;
  readonly relevantPages: number;
}

/** One bin of Q-values, and what speaks for it. */
export interface SpiderBin {
  readonly name: string;
  readonly links: number;
  readonly meanValue: number;
  readonly words: readonly TellingWord[];
}

/** What a spider was trained on and has learnt. */
export interface SpiderReport {
  readonly sources: readonly TrainedOn[];
  readonly pages: number;
  readonly relevantPages: number;
  /** Links between these pages: the examples. */
  readonly links: number;
  readonly words: number;
  /** Whether pages were left out, because there were too many. */
  readonly truncated: boolean;
  readonly bins: readonly SpiderBin[];
}

/** A trained spider without its counts. */
export interface Spider extends SpiderSettings {
  readonly id: string;
  readonly name: string;
  /** From 1 within the name. */
  readonly version: number;
  readonly status: SpiderStatus;
  /** Ids of the sessions it is trained on. */
  readonly sessions: readonly string[];
  readonly report: SpiderReport | null;
  /** Why training failed. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly trainedAt: Date | null;
}

export interface NewSpider extends SpiderSettings {
  readonly name: string;
  readonly sessions: readonly string[];
}
