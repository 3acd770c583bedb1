import type { ReferenceRun } from '../../../domain/experiments/index.js';
import { USUAL_ANSWER_MS } from '../../../domain/experiments/run.js';
import { findPolicy } from '../../../domain/policies/index.js';
import type { OwnSettings } from '../../../domain/session/index.js';
import type { SyntheticSettings } from '../../../domain/webs/index.js';

/** Limits an experiment to hours, and its stored data to megabytes. */
export const MAX_POLICIES = 12;
export const MAX_BUDGETS = 6;
export const MAX_RANDOM_SEEDS = 50;
export const MAX_RUNS = 500;
export const MAX_BUDGET = 100_000;
/** For all runs together, at some milliseconds per fetch. */
export const MAX_FETCHES = 2_000_000;
/** Pages of a session, which are read into memory with their texts and links, and their size as JSON. */
export const MAX_STORED_PAGES = 20_000;
export const MAX_STORED_BYTES = 400 * 1024 * 1024;
/** Pages of a synthetic web: its graph is built for each experiment. */
export const MAX_SYNTHETIC_PAGES = 100_000;
export const DEFAULT_RUNS = 5;

export const EXPERIMENT_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

/** `labels`: a page's label decides whether it is relevant. `model`: the model decides. */
export const JUDGES = ['labels', 'model'] as const;
export type JudgedBy = (typeof JUDGES)[number];

/** The web on which policies are compared. */
export type ExperimentWeb =
  | { readonly kind: 'recorded'; readonly name: string; readonly labels: readonly string[] }
  | {
      readonly kind: 'session';
      readonly sessionId: string;
      readonly policy: string;
      readonly outLinks: number;
      readonly links: number;
      readonly ownModel: boolean;
    }
  | { readonly kind: 'synthetic'; readonly text: string; readonly settings: SyntheticSettings };

export interface ExperimentPolicy {
  /** Unique within the experiment. */
  readonly name: string;
  readonly policy: string;
  readonly policyVersion: number;
  readonly policyConfig: unknown;
  /**
   * MAX, eagerness and the objective if they differ from the experiment's; absent in experiments of earlier releases.
   */
  readonly session?: OwnSettings;
}

/** A checked experiment, with all defaults. */
export interface ExperimentPlan {
  readonly web: ExperimentWeb;
  readonly seeds: readonly string[];
  readonly policies: readonly ExperimentPolicy[];
  readonly randomSeeds: readonly number[];
  readonly budgets: readonly number[];
  /** How the crawler judges fetched pages. */
  readonly reward: JudgedBy;
  /** How runs are scored. */
  readonly truth: JudgedBy;
  /** Session settings besides budget and concurrency. */
  readonly session: Readonly<Record<string, unknown>>;
  /** Concurrent fetches in simulated time; absent in experiments of earlier releases, which had one. */
  readonly concurrency?: number;
  /** Version of the keywords; null for a synthetic web, and a topic without keywords. */
  readonly keywordSetVersion: number | null;
}

/** Facts about the web, with the curves to compare with. */
export interface ExperimentFindings {
  readonly reachable: { readonly pages: number; readonly relevant: number; readonly domains: number };
  readonly references: readonly ReferenceRun[];
  /** Of the files of a recorded web. Missing in experiments of earlier versions. */
  readonly warnings?: readonly string[];
}

export interface NewExperiment {
  readonly name: string;
  readonly topicId: string | null;
  readonly modelId: string | null;
  readonly plan: ExperimentPlan;
}

export interface Experiment extends NewExperiment {
  readonly id: string;
  readonly state: ExperimentState;
  readonly plannedRuns: number;
  readonly finishedRuns: number;
  readonly findings: ExperimentFindings | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export const runsOf = ({ policies, budgets, randomSeeds }: ExperimentPlan): number =>
  policies.length * budgets.length * randomSeeds.length;

/** Faults of its files, and biases of the results, in words. */
export function notesOf(
  { web, truth, reward, policies, session, concurrency = 1 }: ExperimentPlan,
  findings: ExperimentFindings | null,
): string[] {
  const notes = (findings?.warnings ?? []).map((warning) => `${warning[0].toUpperCase()}${warning.slice(1)}.`);
  if (web.kind === 'session') {
    const share = web.links === 0 ? 0 : web.outLinks / web.links;
    notes.push(
      `Only pages that the session fetched can be visited: ${web.outLinks} of ${web.links} links (${(100 * share).toFixed(0)}%) lead to pages that it did not fetch, and are no candidates here. ` +
        `The policy ${web.policy} chose these pages, so they are those that it, and policies like it, would look for: other policies would have found others on the real web. ` +
        'With a budget of all fetched pages every policy finds the same.',
    );
  }
  if (truth === 'model')
    notes.push(
      web.kind === 'session' && web.ownModel
        ? 'A page is relevant if the session judged it so. There are no labels to tell how often it was wrong.'
        : 'A page is relevant if the model says so: there are no labels. Results are about what the model likes, not about the truth.',
    );
  const indifferent = policies.filter(({ policy }) => findPolicy(policy)?.heedsObjective !== true);
  if (session['objective'] !== undefined && indifferent.length > 0)
    notes.push(
      `The objective says nothing to ${indifferent.map(({ name }) => name).join(', ')}: only some policies heed one.`,
    );
  if (policies.some((policy) => policy.session?.domainCap !== undefined))
    notes.push('Policies have a MAX of their own; the oracle has that of the experiment.');
  const { hostDelayMs = 0 } = session;
  if (concurrency > 1 || hostDelayMs !== 0)
    notes.push(
      `Time is simulated: ${concurrency} ${concurrency === 1 ? 'fetch' : 'fetches'} at the same time, at least ${String(hostDelayMs)} ms between two from one host, ` +
        `and answers that take ${USUAL_ANSWER_MS} ms in the median. Computing takes no time in it.`,
    );
  if (reward === 'labels')
    notes.push('The crawler judged pages by their labels, which no crawler has on the open web.');
  return notes;
}
