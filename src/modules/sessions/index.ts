export { SessionDto } from './dto/session.dto.js';
export type { Session } from './session.js';
export { SessionsModule } from './sessions.module.js';
export { SessionsService } from './sessions.service.js';
