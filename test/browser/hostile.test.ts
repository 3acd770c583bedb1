import { describeHostilePages } from '../support/hostile-browser.js';

// `npm run test:long` has all of them.
describeHostilePages({ all: false });
