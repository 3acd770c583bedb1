export type {
  Exchange,
  FetchedPage,
  FetchedSitemap,
  FetchFailure,
  FetchOutcome,
  NotModified,
  SitemapLink,
} from './fetch-outcome.js';
export { isHostTrouble, isPassingStatus, isThrottling, paceOfStatus } from './http-status.js';
export * from './outcome.js';
export * from './outcome-rules.js';
export { CHALLENGE_CHARS, mayChallenge, REFUSALS, refusalOf } from './refusal.js';
export type { FetchFacts, LoggedPageFacts, PageFacts, IfKnown, Validators } from './page-facts.js';
