export { oracleOrder, type OracleOptions } from './oracle.js';
export { createWebGraph, distancesFrom, type WebGraph } from './web-graph.js';
