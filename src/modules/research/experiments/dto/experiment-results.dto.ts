import { Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import type { ExperimentState } from '../experiment.js';
import { ReachableDto, ExperimentStateEnum } from './experiment.dto.js';

@ObjectType('MeasureOfRuns', { description: 'A mean over runs' })
class MeasureOfRunsDto {
  @ApiField(Float)
  mean: number;

  @ApiField(Float, { description: 'Sample standard deviation; 0 for a single run' })
  deviation: number;

  @ApiField(Float, { description: 'Lower end of the 95% interval of the mean; null for a single run', nullable: true })
  low: number | null;

  @ApiField(Float, { description: 'Upper end of the 95% interval of the mean; null for a single run', nullable: true })
  high: number | null;
}

@ObjectType('StepsToShare', { description: 'How many fetches a share of the relevant pages took' })
class StepsToShareDto {
  @ApiField(Float, { description: 'Share of the relevant pages that can be reached' })
  share: number;

  @ApiField(Int, { description: 'Number of runs that found so many' })
  reached: number;

  @ApiField(Float, { description: 'Median over all runs; null if at least half never found so many', nullable: true })
  median: number | null;
}

@ObjectType('PolicyDifference', { description: 'A policy less the first one, over the random seeds that both have' })
class PolicyDifferenceDto {
  @ApiField(Int, { description: 'Number of random seeds' })
  pairs: number;

  @ApiField(MeasureOfRunsDto)
  relevant: MeasureOfRunsDto;

  @ApiField(MeasureOfRunsDto)
  domains: MeasureOfRunsDto;

  @ApiField(MeasureOfRunsDto)
  area: MeasureOfRunsDto;
}

@ObjectType('CurveBand', { description: 'Curves of several runs, at the steps of the budget' })
export class CurveBandDto {
  @ApiField([Float])
  mean: number[];

  @ApiField([Float], { description: 'The least of the runs' })
  low: number[];

  @ApiField([Float], { description: 'The largest of the runs' })
  high: number[];
}

@ObjectType('PolicyResults', { description: 'One policy with one budget, over its runs' })
class PolicyResultsDto {
  @ApiField(String)
  name: string;

  @ApiField(Int)
  runs: number;

  @ApiField(MeasureOfRunsDto, { description: 'Relevant pages' })
  relevant: MeasureOfRunsDto;

  @ApiField(MeasureOfRunsDto, { description: 'Relevant pages over the budget' })
  harvestRate: MeasureOfRunsDto;

  @ApiField(MeasureOfRunsDto, { description: 'Domains with a relevant page' })
  domains: MeasureOfRunsDto;

  @ApiField(MeasureOfRunsDto, { description: 'Mean over all steps of the harvest rate so far' })
  area: MeasureOfRunsDto;

  @ApiField(MeasureOfRunsDto, { description: 'Share of the relevant pages that can be reached', nullable: true })
  recall: MeasureOfRunsDto | null;

  @ApiField(MeasureOfRunsDto, { description: 'Relevant pages over those of the oracle', nullable: true })
  oracleShare: MeasureOfRunsDto | null;

  @ApiField(MeasureOfRunsDto, {
    description:
      'Time that the crawl takes in the simulation, seconds: answers and turns of hosts, without computing. Null for runs of earlier releases',
    nullable: true,
  })
  simulatedSeconds: MeasureOfRunsDto | null;

  @ApiField([StepsToShareDto])
  stepsTo: StepsToShareDto[];

  @ApiField(Boolean, {
    description: 'Whether no other policy has at least as many relevant pages and domains, and more of one of them',
  })
  onFront: boolean;

  @ApiField(PolicyDifferenceDto, { description: 'Null for the first policy', nullable: true })
  against: PolicyDifferenceDto | null;

  @ApiField(CurveBandDto, { description: 'Relevant pages' })
  relevantCurve: CurveBandDto;

  @ApiField(CurveBandDto, { description: 'Domains with a relevant page' })
  domainCurve: CurveBandDto;
}

@ObjectType('ReferenceResults', { description: 'A crawl to compare with: the oracle, or the session itself' })
class ReferenceResultsDto {
  @ApiField(String, { example: 'oracle' })
  name: string;

  @ApiField(Int)
  relevant: number;

  @ApiField(Int)
  domains: number;

  @ApiField(Float)
  harvestRate: number;

  @ApiField(Float)
  area: number;

  @ApiField([Float])
  relevantCurve: number[];

  @ApiField([Float])
  domainCurve: number[];
}

@ObjectType('BudgetResults', { description: 'Results of the runs with one budget' })
export class BudgetResultsDto {
  @ApiField(Int, { description: 'Number of fetches' })
  budget: number;

  @ApiField([Int], { description: 'Numbers of fetches at which the curves are given, at most 100' })
  steps: number[];

  @ApiField([ReferenceResultsDto])
  references: ReferenceResultsDto[];

  @ApiField([PolicyResultsDto], { description: 'Policies with a finished run' })
  policies: PolicyResultsDto[];
}

@ObjectType('ExperimentResults', { description: 'Results of the finished runs of an experiment' })
export class ExperimentResultsDto {
  @ApiField(ID)
  experimentId: string;

  @ApiField(ExperimentStateEnum)
  state: ExperimentState;

  @ApiField(Int, { description: 'Number of runs in all' })
  plannedRuns: number;

  @ApiField(Int, { description: 'Number of runs whose results are there' })
  finishedRuns: number;

  @ApiField([String], { description: 'Known biases of the results' })
  notes: string[];

  @ApiField(ReachableDto, { description: 'Null until the web was read', nullable: true })
  reachable: ReachableDto | null;

  @ApiField([BudgetResultsDto])
  budgets: BudgetResultsDto[];
}
