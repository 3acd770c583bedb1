export { OutcomeEnum } from './dto/outcome.js';
export { SessionDto } from './dto/session.dto.js';
export type { Session } from './session.js';
export { toSessionDto } from './sessions.mapper.js';
export { SessionsModule } from './sessions.module.js';
export { SessionsService } from './sessions.service.js';
