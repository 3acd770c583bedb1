import { z } from 'zod';
import type { Band, BudgetSummary } from '../../../domain/experiments/index.js';
import { sessionSettingsSchema } from '../../../domain/session/index.js';
import type { WithJob } from '../../base/jobs/index.js';
import type { ExperimentDetailsDto, ExperimentDto, ExperimentWebDto } from './dto/experiment.dto.js';
import type { BudgetResultsDto, CurveBandDto, ExperimentResultsDto } from './dto/experiment-results.dto.js';
import { type Experiment, type ExperimentPlan, type ExperimentWeb, notesOf } from './experiment.js';

/** Session settings that affect the duration of a crawl. */
const pacedSchema = z.object(sessionSettingsSchema.pick({ hostDelayMs: true, eagerness: true }).shape);

function toWeb(web: ExperimentWeb): ExperimentWebDto {
  return {
    recordedWeb: web.kind === 'recorded' ? web.name : null,
    labels: web.kind === 'recorded' ? [...web.labels] : [],
    sessionId: web.kind === 'session' ? web.sessionId : null,
    synthetic: web.kind === 'synthetic' ? web.text : null,
    links: web.kind === 'session' ? web.links : null,
    outLinks: web.kind === 'session' ? web.outLinks : null,
  };
}

/** Pace of the crawls of an experiment. Crawls of earlier releases never waited. */
function paceOf({ session, concurrency = 1 }: ExperimentPlan) {
  const { hostDelayMs, eagerness } = pacedSchema.parse(session);
  return { concurrency, hostDelayMs, eagerness };
}

/** The fields of an experiment in both APIs. */
function fieldsOf({ plan, findings, ...experiment }: Experiment) {
  const { id, name, state, topicId, modelId, plannedRuns, finishedRuns, error, createdAt, finishedAt } = experiment;
  return {
    ...{ id, name, state, topicId, modelId, plannedRuns, finishedRuns, error, createdAt, finishedAt },
    web: toWeb(plan.web),
    seeds: [...plan.seeds],
    policies: plan.policies.map(({ session = {}, ...policy }) => {
      const { domainCap = null, eagerness = null, objective = null } = session;
      return { ...policy, domainCap, eagerness, objective };
    }),
    randomSeeds: [...plan.randomSeeds],
    budgets: [...plan.budgets],
    ...paceOf(plan),
    reward: plan.reward,
    truth: plan.truth,
    notes: notesOf(plan, findings),
    reachable: findings && { ...findings.reachable },
  };
}

export const toExperimentDto = (experiment: Experiment): ExperimentDto => fieldsOf(experiment);

export const toExperimentDetails = (experiment: WithJob<Experiment>): ExperimentDetailsDto => ({
  ...fieldsOf(experiment),
  jobId: experiment.jobId,
});

const toBand = ({ mean, low, high }: Band): CurveBandDto => ({ mean: [...mean], low: [...low], high: [...high] });

const toBudget = ({ budget, steps, references, policies }: BudgetSummary): BudgetResultsDto => ({
  budget,
  steps: [...steps],
  references: references.map((reference) => ({
    ...reference,
    relevantCurve: [...reference.relevantCurve],
    domainCurve: [...reference.domainCurve],
  })),
  policies: policies.map((policy) => ({
    ...policy,
    stepsTo: policy.stepsTo.map((steps_) => ({ ...steps_ })),
    relevantCurve: toBand(policy.relevantCurve),
    domainCurve: toBand(policy.domainCurve),
  })),
});

export function toResultsDto(
  { id, state, plannedRuns, finishedRuns, plan, findings }: Experiment,
  budgets: readonly BudgetSummary[],
): ExperimentResultsDto {
  return {
    experimentId: id,
    ...{ state, plannedRuns, finishedRuns },
    notes: notesOf(plan, findings),
    reachable: findings && { ...findings.reachable },
    budgets: budgets.map(toBudget),
  };
}
