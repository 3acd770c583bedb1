import { describeKills } from '../support/kill-crawl.js';

// A tenth of what `npm run test:long` does.
describeKills({ kills: 3, budget: 500, sites: 30 });
