import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, JsonScalar, Node, Page, enumOf } from '../../../../platform/api/index.js';
import { DomainCapDto, ObjectiveDto } from '../../../crawl/sessions/index.js';
import { type ExperimentState, type JudgedBy, EXPERIMENT_STATES, JUDGES } from '../experiment.js';

export const JudgedByEnum = enumOf(JUDGES);
registerEnumType(JudgedByEnum, { name: 'JudgedBy', description: 'Source of the label that makes a page relevant' });
export const ExperimentStateEnum = Object.fromEntries(EXPERIMENT_STATES.map((state) => [state, state]));
registerEnumType(ExperimentStateEnum, { name: 'ExperimentState' });

@ObjectType('ExperimentWeb', { description: 'The web on which policies are compared' })
export class ExperimentWebDto {
  @ApiField(String, { description: 'Name of the recorded web', nullable: true })
  recordedWeb: string | null;

  @ApiField([String], { description: 'A page with one of these labels is relevant' })
  labels: string[];

  @ApiField(ID, { description: 'The session whose pages are the web', nullable: true })
  sessionId: string | null;

  @ApiField(String, { description: 'Settings of the synthetic web', nullable: true })
  synthetic: string | null;

  @ApiField(Int, { description: 'Links of the pages of the session', nullable: true })
  links: number | null;

  @ApiField(Int, {
    description: 'Of them those that lead to pages which the session did not fetch, and are no candidates',
    nullable: true,
  })
  outLinks: number | null;
}

@ObjectType('ExperimentPolicy')
class ExperimentPolicyDto {
  @ApiField(String, { description: 'Name of the policy in the results' })
  name: string;

  @ApiField(String)
  policy: string;

  @ApiField(Int)
  policyVersion: number;

  @ApiField(JsonScalar, { description: 'Settings of the policy, with all defaults' })
  policyConfig: unknown;

  @ApiField(DomainCapDto, { description: 'MAX of its runs, where it is its own', nullable: true })
  domainCap: DomainCapDto | null;

  @ApiField(Float, { description: 'Eagerness of its runs, where it is its own', nullable: true })
  eagerness: number | null;

  @ApiField(ObjectiveDto, { description: 'The objective of its runs, where it is its own', nullable: true })
  objective: ObjectiveDto | null;
}

@ObjectType('Reachable', { description: 'Numbers of pages and domains that can be reached from the seeds' })
export class ReachableDto {
  @ApiField(Int)
  pages: number;

  @ApiField(Int, { description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { description: 'Domains with a relevant page' })
  domains: number;
}

@ObjectType('Experiment', {
  implements: () => [Node],
  description: 'Policies compared on a web that is known beforehand, with several random seeds and budgets',
})
export class ExperimentDto {
  @ApiField(ID)
  id: string;

  @ApiField(String)
  name: string;

  @ApiField(ExperimentStateEnum)
  state: ExperimentState;

  @ApiField(ID, { description: 'The topic. It may have been deleted since', nullable: true })
  topicId: string | null;

  @ApiField(ID, { description: 'The model that judges pages; null on a synthetic web', nullable: true })
  modelId: string | null;

  @ApiField(ExperimentWebDto)
  web: ExperimentWebDto;

  @ApiField([String], { description: 'URLs that crawls start from; none on a synthetic web, which has its own' })
  seeds: string[];

  @ApiField([ExperimentPolicyDto], { description: 'The others are compared with the first' })
  policies: ExperimentPolicyDto[];

  @ApiField([Int])
  randomSeeds: number[];

  @ApiField([Int], { description: 'Numbers of fetches' })
  budgets: number[];

  @ApiField(Int, { description: 'Fetches at the same time, in simulated time' })
  concurrency: number;

  @ApiField(Int, { description: 'Minimum time between two fetches from one host, in ms of simulated time' })
  hostDelayMs: number;

  @ApiField(Float, {
    description: 'Eagerness of the runs of policies that have none of their own. It counts only where hosts are busy',
  })
  eagerness: number;

  @ApiField(JudgedByEnum, { description: 'How the crawler judges each page that it fetches' })
  reward: JudgedBy;

  @ApiField(JudgedByEnum, { description: 'Source of the labels that runs are scored by' })
  truth: JudgedBy;

  @ApiField([String], { description: 'Known biases of the results' })
  notes: string[];

  @ApiField(ReachableDto, { description: 'Null until the web was read', nullable: true })
  reachable: ReachableDto | null;

  @ApiField(Int, { description: 'Number of runs in all' })
  plannedRuns: number;

  @ApiField(Int, { description: 'Number of runs whose results are there' })
  finishedRuns: number;

  @ApiField(String, { description: 'Why it failed or was cancelled', nullable: true })
  error: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  finishedAt: Date | null;
}

export const EXPERIMENT_JOB = 'The job that runs it; null if the job was cleared away';

/** An experiment with its job, as REST answers it; GraphQL has the job itself in a field. */
export class ExperimentDetailsDto extends ExperimentDto {
  @ApiField(ID, { description: EXPERIMENT_JOB, nullable: true, only: 'rest' })
  jobId: string | null;
}

export class ExperimentPage extends Page(ExperimentDetailsDto) {}

@ObjectType()
export class ExperimentConnection extends Connection(ExperimentDto, 'Experiment') {}
