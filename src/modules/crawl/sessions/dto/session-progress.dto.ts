import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  type Quota,
  SESSION_COMMANDS,
  STATE_REASONS,
  type SessionCommand,
  type SessionState,
  type StateReason,
} from '../../../../domain/session/index.js';
import { ApiField, enumOf } from '../../../../platform/api/index.js';
import { HarvestEstimateDto } from './harvest-estimate.dto.js';
import { QuotaEnum, SessionStateEnum } from './session.enums.js';

const StateReasonEnum = enumOf(STATE_REASONS);
const SessionCommandEnum = enumOf(SESSION_COMMANDS);
registerEnumType(StateReasonEnum, { name: 'StateReason', description: 'Why a session ended or was paused' });
registerEnumType(SessionCommandEnum, { name: 'SessionCommand' });

/** The progress of a session: its state and its counters, for sessions and their streams. */
@ObjectType({ isAbstract: true })
export class SessionProgressFields {
  @ApiField(SessionStateEnum)
  state: SessionState;

  @ApiField(StateReasonEnum, {
    description: 'Why the session ended. QUOTA: why it was paused by the service',
    nullable: true,
  })
  stateReason: StateReason | null;

  @ApiField(QuotaEnum, {
    description:
      'The quota of the project that paused the session, or for which it waits in the queue. It goes on by itself when there is room',
    nullable: true,
  })
  quotaReached: Quota | null;

  @ApiField(SessionCommandEnum, { description: 'A command that was given and is not carried out yet', nullable: true })
  command: SessionCommand | null;

  @ApiField(ID)
  modelId: string;

  @ApiField(ID, {
    description: 'The model under which the session will continue. Its worker first judges all pages again',
    nullable: true,
  })
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

  @ApiField(Int, { description: 'Fetches that brought no page. fetched + failed is the spent budget' })
  failed: number;

  @ApiField(Int, { description: 'URLs that robots.txt denied. They cost nothing' })
  robotsDenied: number;

  @ApiField(Int, {
    description: 'Pages taken from the collection of the topic without a fetch, if known is reuse. They cost nothing',
  })
  reused: number;

  @ApiField(Int, {
    description: 'Pages of the collection of the topic that were passed over, if known is skip. They cost nothing',
  })
  skipped: number;

  @ApiField(Float, { description: 'Relevant pages divided by pages', nullable: true })
  harvestRate: number | null;

  @ApiField(HarvestEstimateDto, {
    description: 'The present harvest rate with what chance leaves open. Null before the first page',
    nullable: true,
  })
  harvestEstimate: HarvestEstimateDto | null;

  @ApiField(Int, { description: 'Number of candidates that wait' })
  frontierSize: number;

  @ApiField(Int, {
    description:
      'Fetches under way when a step was stored last, those included that wait for the turn of their host. Fewer than `concurrency`: free slots have no link to fetch, or wait for a better one (`eagerness`). 0 while the session does not run',
  })
  underWay: number;

  @ApiField(Float)
  pagesPerSecond: number;

  @ApiField(Float, { description: 'Time spent running, seconds' })
  activeSeconds: number;

  @ApiField(Date, {
    description:
      'When the session will probably end, by the present speed and harvest rate and the limit that is reached first. Null if nothing can be said: it does not run, has no speed yet, or a command is about to end it',
    nullable: true,
  })
  estimatedEndAt: Date | null;
}
