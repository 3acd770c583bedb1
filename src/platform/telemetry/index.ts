export { currentTrace, NO_SPAN, type OpenSpan, openSpan, type SpanAttributes, type SpanLink, traced } from './spans.js';
export { shownUrl } from './shown-url.js';
export { startTracing, type Tracing } from './start-tracing.js';
