import { describeKills } from '../support/kill-crawl.js';

describeKills({ kills: 24, budget: 3_000, sites: 120, fullLeases: true, policyConfig: {} });
describeKills({
  kills: 5,
  budget: 600,
  sites: 1,
  fullLeases: false,
  policy: 'forager-weblog',
  policyConfig: { bootstrapPages: 40, clusters: 10 },
  settings: { trackChanges: true, monitoring: { revisitAfterSteps: 80 }, domainCap: 'unlimited' },
});
