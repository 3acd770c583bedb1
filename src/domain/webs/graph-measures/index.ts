export type { Clustering } from './clustering.js';
export type { Distances } from './distances.js';
export type { TopicLocality } from './locality.js';
export { measureGraph, type DegreeMeasures, type GraphMeasures, type MeasureOptions } from './measure-graph.js';
export type { PowerLaw } from './power-law.js';
