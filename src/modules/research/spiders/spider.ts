import type { LearntWeight, SpiderKind } from '../../../domain/policies/index.js';
import type { PageClass } from '../../../domain/page-classes/index.js';
import type { SpiderSettings, TellingWord } from '../../../domain/spiders/index.js';

export const SPIDER_STATES = ['TRAINING', 'READY', 'FAILED'] as const;
export type SpiderState = (typeof SPIDER_STATES)[number];

/** A recorded web as a source of training. */
export interface WebSource {
  readonly web: string;
  /** A page with one of these labels is relevant. */
  readonly labels: readonly string[];
  /** Only pages of these hosts and their subdomains; empty: all pages. */
  readonly domains: readonly string[];
}

/** A session or recorded web that a spider was trained on. */
export interface TrainedOn {
  readonly sessionId: string | null;
  /** Absent in reports from before there were other sources than sessions. */
  readonly web?: string | null;
  /** Seeds of that crawl; empty for a recorded web. */
  readonly seeds: readonly string[];
  readonly pages: number;
  readonly relevantPages: number;
}

/** One bin of Q-values, and its most indicative words. */
interface SpiderBin {
  readonly name: string;
  readonly links: number;
  readonly meanValue: number;
  readonly words: readonly TellingWord[];
}

/** The training data of a spider, and what it has learnt. */
export interface SpiderReport {
  readonly sources: readonly TrainedOn[];
  readonly pages: number;
  readonly relevantPages: number;
  /** Links between these pages: the examples. */
  readonly links: number;
  readonly words: number;
  /** Whether pages were omitted because there were too many. */
  readonly truncated: boolean;
  readonly bins: readonly SpiderBin[];
  /** Absent in reports of links from before there were other kinds. */
  readonly classes?: readonly PageClass[];
  /** Absent in reports from before there were link values. */
  readonly weights?: readonly LearntWeight[];
}

/** Settings of page classes. */
export interface ClassSettings {
  readonly clusters: number;
  readonly vocabulary: number;
}

/** Settings for what a spider learns: those of its kind are set, the others null. */
export type KindSettings = { readonly kind: SpiderKind } & {
  readonly [Setting in keyof (SpiderSettings & ClassSettings)]: (SpiderSettings & ClassSettings)[Setting] | null;
};

/** A trained spider without its counts. */
export type Spider = KindSettings & {
  readonly id: string;
  readonly name: string;
  /** From 1 within the name. */
  readonly version: number;
  readonly state: SpiderState;
  /** Ids of the sessions it is trained on. */
  readonly sessions: readonly string[];
  readonly webs: readonly WebSource[];
  readonly report: SpiderReport | null;
  /** Why training failed. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly trainedAt: Date | null;
};

export type NewSpider = KindSettings & {
  readonly name: string;
  readonly sessions: readonly string[];
  readonly webs: readonly WebSource[];
};

/** Settings of a spider of links. @throws Error for another kind, which the database excludes */
export function linkSettingsOf({ bins, text, discount }: KindSettings): SpiderSettings {
  if (bins === null || text === null || discount === null) throw new Error('the spider does not value links');
  return { bins, text, discount };
}

/** Settings of page classes. @throws Error for another kind */
export function classSettingsOf({ clusters, vocabulary }: KindSettings): ClassSettings {
  if (clusters === null || vocabulary === null) throw new Error('the spider has no page classes');
  return { clusters, vocabulary };
}
