export type { SpiderPrior, SpiderSource, StoredPrior } from './prior.js';
export { PriorsModule } from './priors.module.js';
export { PriorsService } from './priors.service.js';
