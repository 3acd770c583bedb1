import { ArgsType, Float, Int, ObjectType } from '@nestjs/graphql';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { ApiField, Page, QueryField } from '../../../../platform/api/index.js';
import { OutcomeEnum } from '../../../crawl/sessions/index.js';

/** A curve needs no more points than the pixels it is drawn with. */
const MAX_POINTS = 1_000;
const DEFAULT_POINTS = 200;

@ObjectType('SeriesPoint', {
  description:
    'A stretch of steps in order of completion. Counts are sums up to its end, except where they are said to be of the stretch.',
})
export class SeriesPointDto {
  @ApiField(Int, { description: 'Number of steps completed at the end of the stretch' })
  completed: number;

  @ApiField(Date, { description: 'When the last of them was fetched' })
  at: Date;

  @ApiField(Int, { description: 'Pages' })
  fetched: number;

  @ApiField(Int, { description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { description: 'Domains with a page' })
  domainCount: number;

  @ApiField(Int, { description: 'Domains with a relevant page' })
  relevantDomainCount: number;

  @ApiField(Float, { description: 'Sum of rewards' })
  reward: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages', nullable: true })
  harvestRate: number | null;

  @ApiField(Float, {
    description: 'Relevant pages divided by pages in this stretch; null if it has no page',
    nullable: true,
  })
  stretchHarvestRate: number | null;
}

export class SeriesPage extends Page(SeriesPointDto) {}

@ArgsType()
export class SeriesArgs {
  @QueryField(Int, {
    description: 'Maximum number of points',
    default: DEFAULT_POINTS,
    minimum: 1,
    maximum: MAX_POINTS,
  })
  points: number = DEFAULT_POINTS;
}

@ObjectType('FailureHelp', { description: 'Remedies for one kind of failure' })
class FailureHelpDto {
  @ApiField([String], {
    description: 'Settings of a session that decide about it; none where no setting would help',
    example: ['timeoutMs'],
  })
  settings: readonly string[];

  @ApiField(String, { description: 'Recommended action' })
  advice: string;
}

@ObjectType('OutcomeCount')
export class OutcomeCountDto {
  @ApiField(OutcomeEnum, { example: 'timeout' })
  outcome: StepOutcome;

  @ApiField(Int, { nullable: true })
  httpStatus: number | null;

  @ApiField(Int)
  count: number;

  @ApiField(String, { description: 'Meaning of the outcome', example: 'the answer took too long' })
  means: string;

  @ApiField(FailureHelpDto)
  help: FailureHelpDto;
}

export class OutcomeCountPage extends Page(OutcomeCountDto) {}

@ArgsType()
export class FailureCountsArgs {
  @QueryField(Boolean, {
    description: 'Also steps that cost no fetch and brought nothing, such as URLs that robots.txt forbids',
    default: false,
  })
  free: boolean = false;
}
