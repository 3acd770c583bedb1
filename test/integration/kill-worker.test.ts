import { describeKills } from '../support/kill-crawl.js';

// `npm run test:long` has 24 kills, and kills under a monitoring session and under every policy.
describeKills({ kills: 2, budget: 140, sites: 15, fullLeases: false });
