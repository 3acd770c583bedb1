export { applyStep, seedCrawl, type Seeded } from './apply-step.js';
export { CrawlState } from './crawl-state.js';
export { digestStep, documentOf, judgeByModel, type FetchedFacts, type Judge } from './digest-step.js';
export { chooseStep, planStep, stopReason, type FinishReason, type Planned } from './plan-step.js';
export * from './session-config.js';
export * from './session-state.js';
export * from './step.js';
