export { DomainCapScalar } from './dto/domain-cap.scalar.js';
export { OutcomeEnum } from './dto/outcome.js';
export { GroupingEnum } from './dto/session.input.js';
export { SessionDto } from './dto/session.dto.js';
export type { Session } from './session.js';
export { toSessionDto } from './sessions.mapper.js';
export { SessionsModule } from './sessions.module.js';
export { SessionsService } from './sessions.service.js';
export { refusalOf, withoutNulls } from './zod-refusal.js';
