export { currentTrace, NO_SPAN, type OpenSpan, openSpan, type SpanAttributes, type SpanLink, traced } from './spans.js';
export { shownUrl } from './shown-url.js';
export { startTracing, wantsTraces } from './start-tracing.js';
