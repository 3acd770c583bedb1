export {
  currentTrace,
  NO_SPAN,
  type OpenSpan,
  openSpan,
  type SpanAttributes,
  type SpanLink,
  traced,
  shownUrl,
} from './spans.js';
export { startTracing, wantsTraces } from './start-tracing.js';
