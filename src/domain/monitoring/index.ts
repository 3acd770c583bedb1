export {
  changeRate,
  commonRate,
  DEFAULT_RATE,
  type LookHistory,
  probeHours,
  REMEMBERED_LOOKS,
  withLook,
} from './change-rate.js';
export { hoursUntilLook, type KnownPage, type LookSettings, pagesToLookAt, worthOfLook } from './look-order.js';
export { type Look, LOOKS_UNTIL_GONE, lookVerdict, type LookVerdict, type WatchedPage } from './look-verdict.js';
export { type ComparisonSettings, cut, MAX_DIFFERENCE_CHARS, textChange, type TextChange } from './text-change.js';
