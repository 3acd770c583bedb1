export { MAX_ROBOTS_CHARS, parseRobots, type RobotsRules } from './robots.js';
