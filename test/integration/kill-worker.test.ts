import { describeKills } from '../support/kill-crawl.js';

// A tenth of what `npm run test:long` does.
describeKills({ kills: 2, budget: 300, sites: 30 });
