export { changeRate, commonRate, DEFAULT_RATE, type LookHistory, probeHours, withLook } from './change-rate.js';
export { hoursUntilLook, type KnownPage, type LookSettings, pagesToLookAt } from './look-order.js';
export { lookVerdict, type LookVerdict } from './look-verdict.js';
export { type ComparisonSettings, cut, type TextChange } from './text-change.js';
