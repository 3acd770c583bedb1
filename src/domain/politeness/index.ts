export {
  DEFAULT_PACE_LIMITS,
  delayOf,
  FRESH_PACE,
  isProbing,
  isUnremarkable,
  paceAfter,
  turnAt,
  type HostEvidence,
  type HostPace,
  type HostVerdict,
  type PaceLimits,
} from './host-pace.js';
export {
  MAX_CRAWL_DELAY_MS,
  parseRobots,
  parseRobotsInPieces,
  productToken,
  type RobotsRules,
} from './parse-robots.js';
