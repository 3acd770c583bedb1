export { currentTrace, NO_SPAN, type OpenSpan, openSpan, type SpanAttributes, traced, shownUrl } from './spans.js';
export { startTracing, wantsTraces } from './start-tracing.js';
export type { Warn } from './warn.js';
