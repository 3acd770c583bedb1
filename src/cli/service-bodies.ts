import type { BudgetSummary } from '../domain/experiments/index.js';
/** What commands send to the service and read of its answers, which hold more. */

export interface TopicBody {
  readonly id: string;
  readonly name: string;
}
export interface TopicInput {
  readonly name: string;
  readonly description?: string;
  readonly keywords: readonly string[];
  readonly seeds: readonly string[];
}
export interface ExampleInput {
  readonly url: string;
  readonly relevant: boolean;
  /** The page, when it need not be fetched. */
  readonly html?: string;
}
export interface ImportReportBody {
  readonly lines: number;
  readonly created: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}
export interface JobBody {
  readonly id: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  /** Share that is done. */
  readonly progress: number;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
}
export interface ModelBody {
  readonly id: string;
  readonly kind: string;
  readonly status: 'TRAINING' | 'READY' | 'FAILED';
  readonly metrics: Readonly<Record<string, unknown>> | null;
  readonly threshold: number | null;
  readonly error: string | null;
}
export interface SessionInput {
  readonly policy: string;
  readonly policyConfig?: Readonly<Record<string, unknown>>;
  readonly modelId?: string;
  readonly randomSeed?: number;
  readonly startFrom?: string;
  readonly budget: { readonly fetches: number };
  readonly domainCap?: string | number;
  readonly saturation?: {
    readonly window: number;
    readonly minHarvestRate: number;
    readonly confidence?: number;
  };
  readonly objective?: { readonly domainWeight?: number; readonly domainsAtLeast?: number };
  readonly concurrency?: number;
  readonly hostConcurrency?: number;
  readonly hostDelayMs?: number;
  readonly render?: 'never' | 'auto' | 'always';
  readonly sitemaps?: boolean;
  readonly contentTypes?: readonly string[];
  readonly languages?: readonly string[];
  readonly archive?: boolean;
  readonly userAgent?: string;
}
export interface ObjectiveProgressBody {
  readonly relevantDomains: number;
  readonly domainsAtLeast: number | null;
}
export interface HarvestEstimateBody {
  readonly window: number;
  readonly pages: number;
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
  readonly minHarvestRate: number | null;
  readonly poorPages: number | null;
}
export interface SessionBody {
  readonly id: string;
  readonly policy: string;
  readonly state: 'QUEUED' | 'STARTING' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'STOPPED' | 'FAILED';
  readonly stateReason: string | null;
  readonly error: string | null;
  readonly found: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly domainCount: number;
  readonly relevantDomainCount: number;
  readonly objectiveProgress: ObjectiveProgressBody | null;
  readonly failed: number;
  readonly robotsDenied: number;
  readonly harvestRate: number | null;
  readonly harvestRateRecent: number | null;
  readonly harvestEstimate: HarvestEstimateBody | null;
  readonly frontierSize: number;
  readonly pagesPerSecond: number;
  readonly activeSeconds: number;
}
/** The parts of an exported page that are read here; the file holds more. */
export interface PageRow {
  readonly step: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly outcome: string;
  readonly relevant: boolean;
  readonly probability: number;
  readonly title: string | null;
}
export interface WhyBody {
  readonly policy: string;
  readonly value: number | null;
  readonly exploration: boolean;
  readonly features: Readonly<Record<string, number>> | null;
  readonly leaf: { readonly id: number; readonly rules: readonly string[] } | null;
  readonly terms: Readonly<Record<string, string>> | null;
  readonly rank: number | null;
  readonly options: number | null;
  readonly link: { readonly anchor: string; readonly sourceUrl: string } | null;
  readonly path: readonly {
    readonly step: number;
    readonly url: string;
    readonly title: string | null;
    readonly relevant: boolean;
  }[];
}

/** What became of a URL that a session started from. */
export interface SeedOutcomeBody {
  readonly url: string;
  readonly reached: boolean;
  readonly outcome: string | null;
  readonly message: string | null;
  readonly httpStatus: number | null;
  readonly allowedBy: string | null;
}

interface NamedCount {
  readonly name: string;
  readonly count: number;
}
export interface ReportBody {
  readonly outcomes: readonly NamedCount[];
  readonly retries: number;
  readonly recovered: number;
  readonly rendered: number;
  readonly duplicates: number;
  readonly leftOut: readonly NamedCount[];
}

interface EstimatedShareBody {
  readonly estimate: number;
  readonly from: number;
  readonly to: number;
}
export interface JudgementBody {
  readonly reported: number;
  readonly precision: EstimatedShareBody | null;
  readonly precisionBasis: 'labels' | 'judges';
  readonly recall: EstimatedShareBody | null;
  readonly recallBasis: 'labels' | 'judges';
  readonly labels: number;
}

/** Of a monitoring session; the answer has its windows too. */
export interface MonitoringBody {
  readonly downloaded: number;
  readonly sent: number;
  readonly relevant: number;
  readonly foundUrls: number;
  readonly downloadEfficiency: number | null;
  readonly sentEfficiency: number | null;
  readonly freshness: number | null;
  readonly ageHours: number | null;
}

/** What a spider is trained on and how; what is left out has the service's defaults. */
export interface SpiderInput {
  readonly name: string;
  readonly kind?: string;
  readonly sessions?: readonly string[];
  readonly webs?: readonly {
    readonly web: string;
    readonly labels?: readonly string[];
    readonly domains?: readonly string[];
  }[];
  readonly bins?: number;
  readonly text?: string;
  readonly discount?: number;
  readonly clusters?: number;
  readonly vocabulary?: number;
}
export interface TellingWordBody {
  readonly word: string;
  /** Where it stands; words of page classes have none. */
  readonly field?: string;
}
export interface SpiderReportBody {
  readonly sources: readonly {
    readonly sessionId: string | null;
    readonly web: string | null;
    readonly pages: number;
    readonly relevantPages: number;
  }[];
  readonly pages: number;
  readonly relevantPages: number;
  readonly links: number;
  readonly words: number;
  readonly truncated: boolean;
  readonly bins: readonly {
    readonly name: string;
    readonly links: number;
    readonly meanValue: number;
    readonly words: readonly TellingWordBody[];
  }[];
  readonly classes: readonly { readonly pages: number; readonly words: readonly TellingWordBody[] }[];
  readonly weights: readonly { readonly feature: string; readonly shipped: number; readonly learnt: number }[];
}
export interface SpiderBody {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly status: 'TRAINING' | 'READY' | 'FAILED';
  readonly kind: 'links' | 'page-classes' | 'link-values';
  readonly bins: number | null;
  readonly text: string | null;
  readonly discount: number | null;
  readonly clusters: number | null;
  readonly vocabulary: number | null;
  readonly report: SpiderReportBody | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly jobId: string | null;
}

/** Policies compared on the pages of a session. What is left out has its default. */
export interface WhatIfInput {
  readonly policies: readonly {
    readonly policy: string;
    readonly name: string;
    readonly policyConfig?: object;
    readonly domainCap?: unknown;
    readonly objective?: object;
  }[];
  readonly budgets?: readonly number[];
  readonly runs?: number;
  readonly randomSeed?: number;
}
export interface ExperimentBody {
  readonly id: string;
  readonly name: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
  readonly notes: readonly string[];
  readonly plannedRuns: number;
  readonly finishedRuns: number;
  readonly error: string | null;
}
export interface ExperimentResultsBody {
  readonly budgets: readonly BudgetSummary[];
}
