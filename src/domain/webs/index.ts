export { createKnownWeb, type KnownWeb } from './known-web.js';
export { oracleOrder, type OracleOptions } from './oracle.js';
export { createWebGraph, distancesFrom, type WebGraph } from './web-graph.js';
