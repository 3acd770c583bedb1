import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { sessionSettingsSchema } from '../../../domain/session/index.js';
import { foldSpace } from '../../../domain/text/index.js';
import { checkedSettings, invalid, withoutNulls } from '../../../platform/errors/index.js';
import {
  type ExperimentPlan,
  type JudgedBy,
  type NewExperiment,
  runsOf,
  DEFAULT_RUNS,
  MAX_FETCHES,
  MAX_RUNS,
} from './experiment.js';
import { ExperimentPolicies, type PolicyChoice } from './experiment-policies.js';
import { ExperimentWebs, type WebChoice } from './experiment-webs.js';

/** Settings of the runs that do not depend on the web. */
export interface RunChoice {
  readonly name?: string | null;
  readonly policies: readonly PolicyChoice[];
  readonly runs?: number | null;
  readonly randomSeed?: number | null;
  readonly randomSeeds?: readonly number[] | null;
  readonly reward?: JudgedBy | null;
  readonly grouping?: string | null;
  readonly domainCap?: unknown;
  readonly objective?: unknown;
  readonly concurrency?: number | null;
  readonly hostDelayMs?: number | null;
  readonly eagerness?: number | null;
}
export type CreateExperiment = WebChoice & RunChoice & { readonly budgets: readonly number[] };

/** Checks the input for an experiment before its job is created. */
@Injectable()
export class ExperimentInput {
  constructor(
    private readonly webs: ExperimentWebs,
    private readonly policies: ExperimentPolicies,
  ) {}

  /** @throws DomainError NOT_FOUND; VALIDATION_FAILED or INVALID_STATE naming the wrong field */
  async checked(input: CreateExperiment): Promise<NewExperiment> {
    const policies = this.policies.checked(input.policies);
    if (policies.length === 0) throw invalid('policies', 'an experiment needs a policy', 'at least one policy');
    const budgets = [...new Set(input.budgets)].sort((a, b) => a - b);
    if (budgets.length === 0)
      throw invalid('budgets', 'an experiment needs a budget', 'at least one number of fetches');
    const randomSeeds = seedsOf(input);
    const { topicId, modelId, name, pages: _, session, ...web } = await this.webs.chosen(input);
    const reward = input.reward ?? 'model';
    if (reward === 'labels' && web.truth !== 'labels')
      throw invalid('reward', 'the web has no labels for the crawler', 'model, or a recorded web with labels');
    const { concurrency = 1, ...settings } = settingsOf(input);
    const plan: ExperimentPlan = {
      ...web,
      ...{ policies, budgets, randomSeeds, reward },
      session: { ...session, ...settings },
      concurrency,
    };
    requireBounds(plan);
    await this.policies.priorsOf(plan);
    return { name: foldSpace(input.name ?? '') || name, topicId, modelId, plan };
  }
}

function seedsOf({ runs = null, randomSeed = null, randomSeeds = null }: RunChoice): number[] {
  if (randomSeeds === null) return Array.from({ length: runs ?? DEFAULT_RUNS }, (_, run) => (randomSeed ?? 1) + run);
  for (const [field, value] of Object.entries({ runs, randomSeed }))
    if (value !== null) throw invalid(field, 'the random seeds are already listed', `no ${field}, or no randomSeeds`);
  const seeds = [...new Set(randomSeeds)];
  if (seeds.length === 0) throw invalid('randomSeeds', 'an experiment needs a random seed', 'at least one number');
  return seeds;
}

const ofRuns = sessionSettingsSchema.pick({
  grouping: true,
  domainCap: true,
  objective: true,
  concurrency: true,
  hostDelayMs: true,
  eagerness: true,
});

/** Session settings of an experiment, checked like those of a session. */
function settingsOf(choice: RunChoice): Partial<z.output<typeof ofRuns>> {
  const { grouping, domainCap, objective, concurrency, hostDelayMs, eagerness } = choice;
  const given = withoutNulls({ grouping, domainCap, objective, concurrency, hostDelayMs, eagerness });
  return Object.fromEntries(Object.entries(checkedSettings(ofRuns, given, '')).filter(([name]) => name in given));
}

function requireBounds(plan: ExperimentPlan): void {
  const runs = runsOf(plan);
  if (runs > MAX_RUNS)
    throw invalid(
      'policies',
      `${plan.policies.length} policies with ${plan.budgets.length} budgets and ${plan.randomSeeds.length} random seeds are ${runs} runs`,
      `at most ${MAX_RUNS} runs`,
    );
  const fetches = (runs / plan.budgets.length) * plan.budgets.reduce((sum, budget) => sum + budget, 0);
  if (fetches > MAX_FETCHES)
    throw invalid('budgets', `all runs together have ${fetches} fetches`, `at most ${MAX_FETCHES} fetches in all runs`);
}
