export { type CursorValue, decodeCursor, encodeCursor } from './cursor.js';
export { checkIdempotencyKey, IdempotencyKeyHeader } from './idempotency-key.js';
export { type GraphqlContext, Loaders, RequestLoaders } from './loaders.js';
export {
  Connection, type ConnectionType, DEFAULT_PAGE_SIZE, listComplexity, MAX_PAGE_SIZE, Page, PageArgs, PageInfo, type PageType,
} from './pagination.js';
export { ApiProblem, ProblemDetails } from './problem-docs.js';
export { connectionOf, mapSlice, type PageInfoShape, pageOf, type Slice, sliceOf } from './slice.js';
export { isUuid, UuidPipe } from './uuid.pipe.js';
