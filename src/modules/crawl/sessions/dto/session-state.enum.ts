import { registerEnumType } from '@nestjs/graphql';
import { SESSION_STATES } from '../../../../domain/session/index.js';
import { enumOf } from '../../../../platform/api/index.js';

export const SessionStateEnum = enumOf(SESSION_STATES);
registerEnumType(SessionStateEnum, { name: 'SessionState' });
