import { registerEnumType } from '@nestjs/graphql';
import { STEP_OUTCOMES } from '../../../../domain/fetching/index.js';
import { enumOf } from '../../../../platform/api/index.js';
import { QUOTAS, SESSION_STATES } from '../../../../domain/session/index.js';

export const SessionStateEnum = enumOf(SESSION_STATES);
registerEnumType(SessionStateEnum, { name: 'SessionState' });

export const QuotaEnum = enumOf(QUOTAS);
registerEnumType(QuotaEnum, {
  name: 'Quota',
  description: 'Quotas that the operator can set for a project. Days are those of UTC',
});

/** How a step can end: with a page, a failed fetch, a redirect out of scope, or a sitemap. */
export const OutcomeEnum = enumOf(STEP_OUTCOMES);
registerEnumType(OutcomeEnum, {
  name: 'Outcome',
  description: 'Outcome of a step: a page, or the reason why there is none',
});
