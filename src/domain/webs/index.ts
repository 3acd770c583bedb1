export {
  measureGraph,
  type DegreeMeasures,
  type Distances,
  type Clustering,
  type GraphMeasures,
  type MeasureOptions,
  type PowerLaw,
  type TopicLocality,
} from './graph-measures/index.js';
export { createKnownWeb, type KnownWeb } from './known-web.js';
export { oracleOrder, type OracleOptions } from './oracle.js';
export { RewardDistances } from './reward-distances.js';
export * from './synthetic/index.js';
export { createWebGraph, distancesFrom, graphOfRows, reversed, type WebGraph } from './web-graph.js';
