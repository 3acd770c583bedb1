import { registerEnumType } from '@nestjs/graphql';
import { STEP_OUTCOMES } from '../../../../domain/fetching/index.js';
import { enumOf } from '../../../../platform/api/index.js';

/** How a step can end: with a page, a failed fetch, a redirect out of scope, or a sitemap. */
export const OutcomeEnum = enumOf(STEP_OUTCOMES);
registerEnumType(OutcomeEnum, {
  name: 'Outcome',
  description: 'Outcome of a step: a page, or the reason why there is none',
});
