import { Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../platform/api/index.js';
import type { SessionCommand, SessionState, StateReason } from '../../../domain/session/index.js';
import { HarvestEstimateDto, SessionCommandEnum, SessionStateEnum, StateReasonEnum } from '../../sessions/index.js';

@ObjectType('SessionProgress', { description: 'How far a session has come: its state and its counters' })
export class SessionProgressDto {
  @ApiField(SessionStateEnum)
  state: SessionState;

  @ApiField(StateReasonEnum, { description: 'Why the session ended', nullable: true })
  stateReason: StateReason | null;

  @ApiField(SessionCommandEnum, { description: 'A command that was given and is not carried out yet', nullable: true })
  command: SessionCommand | null;

  @ApiField(ID)
  modelId: string;

  @ApiField(ID, { description: 'The model under which the session will continue', nullable: true })
  pendingModelId: string | null;

  @ApiField(Int, { description: 'URLs discovered' })
  found: number;

  @ApiField(Int, { description: 'Pages' })
  fetched: number;

  @ApiField(Int, { description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { description: 'Domains with a page' })
  domainCount: number;

  @ApiField(Int, { description: 'Domains with a relevant page' })
  relevantDomainCount: number;

  @ApiField(Int, { description: 'Fetches that brought no page' })
  failed: number;

  @ApiField(Int, { description: 'URLs that robots.txt denied' })
  robotsDenied: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages', nullable: true })
  harvestRate: number | null;

  @ApiField(HarvestEstimateDto, {
    description: 'The present harvest rate with what chance leaves open. Null before the first page',
    nullable: true,
  })
  harvestEstimate: HarvestEstimateDto | null;

  @ApiField(Int, { description: 'Number of candidates that wait' })
  frontierSize: number;

  @ApiField(Float)
  pagesPerSecond: number;

  @ApiField(Float, { description: 'Time spent running, seconds' })
  activeSeconds: number;

  @ApiField(Date, {
    description: 'Estimated from the present speed and harvest rate. Only while the session runs',
    nullable: true,
  })
  estimatedEndAt: Date | null;
}

@ObjectType('RelevantPage', {
  description: 'A relevant page when it was found. `page` tells the rest',
})
export class RelevantPageDto {
  @ApiField(Int, { description: 'Order of completion, from 0' })
  seq: number;

  @ApiField(Int, { description: "Order of choice, from 0: the page's number within its session" })
  step: number;

  @ApiField(String, { description: 'The URL after redirects' })
  url: string;

  @ApiField(String, { description: 'Domain, as the session groups URLs' })
  domainName: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(Float, { description: 'Probability that the page is relevant' })
  probability: number;

  @ApiField(Int, { description: 'Links from the seed' })
  depth: number;

  @ApiField(Date)
  fetchedAt: Date;
}
