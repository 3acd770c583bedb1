import { describeHostilePages } from '../support/hostile-browser.js';

describeHostilePages({ all: true });
