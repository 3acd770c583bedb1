export { measureGraph, type GraphMeasures } from './graph-measures/index.js';
export { createKnownWeb, type KnownWeb } from './known-web.js';
export { oracleOrder } from './oracle.js';
export { RewardDistances } from './reward-distances.js';
export * from './synthetic/index.js';
export { createWebGraph, distancesFrom, type WebGraph } from './web-graph.js';
