import { describeKills } from '../support/kill-crawl.js';

// `npm run test:long` has 22 kills.
describeKills({ kills: 5, budget: 400, sites: 30, fullLeases: false });
describeKills({
  kills: 2,
  budget: 300,
  sites: 1,
  fullLeases: false,
  policy: 'forager-weblog',
  policyConfig: { bootstrapPages: 40, clusters: 10 },
  settings: { trackChanges: true, monitoring: { revisitAfterSteps: 80 }, domainCap: 'unlimited' },
});
