import { describeKills } from '../support/kill-crawl.js';

// `npm run test:long` has 24 kills, and kills under a monitoring session and under every policy.
describeKills({ kills: 3, budget: 180, sites: 15, fullLeases: false });
