export { bareCandidate, candidateOf } from './admit-links.js';
export { applyInPieces, applyStep, seedCrawl, type Seeded } from './apply-step.js';
export { HOST_PATIENCE_MS } from './host-notes.js';
export { CrawlState, RECENT_PAGES } from './crawl-state.js';
export {
  digestStep,
  documentOf,
  isRemoteJudge,
  judgeByModel,
  judged,
  judgedLater,
  parseInPieces,
  readStep,
  type EarlierVisit,
  type Judge,
  type RemoteJudge,
  type StepAnswer,
} from './digest-step.js';
export { helpAgainst } from './failure-help.js';
export { chooseStep, followSearch, followStep, planStep, type FinishReason } from './plan-step.js';
export { policyDeps, type PolicySettings } from './policy-deps.js';
export * from './access-config.js';
export * from './monitoring-config.js';
export * from './objective-config.js';
export * from './quota.js';
export * from './reading-config.js';
export * from './reason-texts.js';
export * from './saturation.js';
export * from './seed-outcome.js';
export * from './session-config.js';
export * from './session-event.js';
export * from './session-state.js';
export * from './step.js';
