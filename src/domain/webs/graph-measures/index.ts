export { measureGraph, type GraphMeasures, type MeasureOptions } from './measure-graph.js';
