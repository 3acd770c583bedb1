import { describeKills } from '../support/kill-crawl.js';

// `npm run test:long` has 22 kills, and kills under a monitoring session and under every policy.
describeKills({ kills: 5, budget: 400, sites: 30, fullLeases: false });
