import { describeKills } from '../support/kill-crawl.js';

// `npm run test:long` has 22 kills.
describeKills({ kills: 3, budget: 400, sites: 30, fullLeases: false });
