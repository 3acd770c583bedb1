export { DomainCapScalar } from './dto/domain-cap.scalar.js';
export { OutcomeEnum, QuotaEnum, SessionStateEnum } from './dto/session.enums.js';
export { CreateSessionInput } from './dto/session.input.js';
export {
  DomainCapDto,
  GroupingEnum,
  ObjectiveDto,
  ObjectiveInput,
  SessionConfigDto,
} from './dto/session-settings.dto.js';
export { SessionEventDto } from './dto/session-event.dto.js';
export { SessionDto, SessionWaitEnum } from './dto/session.dto.js';
export { SessionProgressFields } from './dto/session-progress.dto.js';
export { harvestEstimate } from './harvest-estimate.js';
export type { CreateSession, Session, SessionsStanding, SessionWait } from './session.js';
export { type SessionGuidance, SessionGuides } from './session-guides.js';
export { SessionQueueGauge } from './session-queue-gauge.js';
export { refuseUnusedObjective } from './objective.js';
export { toSessionDto } from './sessions.mapper.js';
export { SessionsModule } from './sessions.module.js';
export { SessionPreparation } from './session-preparation.js';
export { SessionsService } from './sessions.service.js';
export { refusalWithin } from './refusal-within.js';
export { SessionTemplatesService } from './templates/session-templates.service.js';
