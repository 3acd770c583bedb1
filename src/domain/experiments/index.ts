export {
  CurveRecorder,
  type HarvestCurve,
  type RunScore,
  scoreCurve,
  stepsTo,
  thinned,
  upTo,
} from './harvest-curve.js';
export { type FinishedRun, finishedRun, type RunKey, TARGET_SHARES } from './run.js';
export { type Band, type Measure, meanAndDeviation } from './statistics.js';
export { type BudgetSummary, type PolicySummary, type ReferenceRun, summarise } from './summary.js';
