import { describeKills } from '../support/kill-crawl.js';

describeKills({ kills: 22, budget: 3_000, sites: 120, fullLeases: true, policyConfig: {} });
