import { describeKills } from '../support/kill-crawl.js';

// `npm run test:long` has 22 kills.
describeKills({ kills: 5, budget: 600, sites: 30, fullLeases: false });
