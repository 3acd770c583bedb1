export { type BenchJudge, type BenchPolicy, type BenchSetting, LabBench, type Reachable } from './lab-bench.js';
export { LabCache } from './lab-cache.js';
export { labGet, type ReachedGraph, reachedGraph } from './lab-graph.js';
export { prepareModel } from './lab-model.js';
export { openSyntheticLab } from './lab-synthetic.js';
export { type LabTopic, readLabTopic } from './lab-topic.js';
export { type LabWeb, openLabWeb } from './lab-web.js';
export { type LabReport, runLab } from './run-lab.js';
