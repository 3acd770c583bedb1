export { ApiField, DescribedInput, InputField, QueryField } from './api-field.js';
export { APIS, RequestedBy, type Requester } from './requested-by.js';
export { idsOfText, idsToCompare, isUuid, UuidPipe, VersionPipe } from './pipes.js';
export {
  createdKey,
  createdPiece,
  type CreatedPiece,
  onlySlice,
  connectionOf,
  mapSlice,
  pageOf,
  type PageRequest,
  type KeysetRange,
  keysetRange,
  sharedCounts,
  type Slice,
  sliceOf,
  wholePageOf,
} from './slice.js';
export { type CursorValue, encodeCursor, isColumnInteger } from './cursor.js';
export { disposition } from './disposition.js';
export { CODING, etagOf, namesTag, stateOfEtag } from './etag.js';
export {
  IDEMPOTENCY_KEY_TEXT,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  IdempotencyKeyHeader,
} from './idempotency-key.js';
export { JsonScalar } from './json.scalar.js';
export { type GraphqlContext, loadChild, Loaders, pageKey, RequestLoaders } from './loaders.js';
export { BY_NAME, NamedNumber, namedNumbers, NamedText, namedTexts, TEXT_BY_NAME } from './named-values.js';
export { Node } from './node.js';
export { OpenUnion, spellOutUnions, unionTypes } from './open-union.js';
export { Connection, listComplexity, Page, PageArgs } from './pagination.js';
export { Conditional, IfMatch, isEmptyPatch, OwnCondition, Precondition, under } from './precondition.js';
export { ApiProblem, ProblemDetails } from './problem-docs.js';
export { exactMoment, isCalendarDay } from './query-values.js';
export { type FieldChoice, fieldChoice, FIELDS, inRest, onlyFields } from './rest-form.js';
export { restSpelling, enumOf } from './rest-spelling.js';
export { LargeBody, Produces, ProducesFile, TokenInQuery, API_PREFIX, operationsOf } from './route-options.js';
export { sendSecret } from './send-secret.js';
export { schemaInput, SchemaInputs, SchemaOutputs } from './schema-field.js';
export { documentedEvents, EventData } from './webhook-docs.js';
