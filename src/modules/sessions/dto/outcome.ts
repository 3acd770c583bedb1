import { registerEnumType } from '@nestjs/graphql';
import { REFUSED_REDIRECTS } from '../../../domain/session/index.js';
import { FAILURE_KINDS } from '../../../engine/index.js';
import { enumOf } from '../../../platform/api/index.js';

/** How a step can end: with a page, a failed fetch, a redirect that led where the session may not go, or a sitemap. */
export const OUTCOMES = ['page', ...FAILURE_KINDS, ...REFUSED_REDIRECTS, 'sitemap', 'sitemap-failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const OutcomeEnum = enumOf(OUTCOMES);
registerEnumType(OutcomeEnum, {
  name: 'Outcome',
  description: 'How a step ended: with a page, or what kept it from one',
});
