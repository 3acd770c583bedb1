export { MAX_CRAWL_DELAY_MS, MAX_ROBOTS_CHARS, parseRobots, type RobotsRules } from './parse-robots.js';
