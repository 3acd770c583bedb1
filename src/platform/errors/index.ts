export {
  DomainError,
  type DomainErrorOptions,
  ERROR_STATUS,
  type ErrorCode,
  invalid,
  notFound,
  requireName,
} from './domain-error.js';
export { OthersFixed } from './fixed-fields.js';
export { checkedSettings, withoutNulls } from './checked-settings.js';
export { ERROR_TEXTS } from './error-texts.js';
export { formatGraphqlError, graphqlExtensions } from './graphql-errors.js';
export { logRequestFailure } from './log-request-failure.js';
export { failureOf, PROBLEM_TYPE, problemType } from './problem.js';
export { answerFailure, failureBody, ProblemFilter } from './problem.filter.js';
export { ID_FORM, INT4, nameOf, MORE_THAN, NOT_BELOW } from './allowed-values.js';
export { InputPipe } from './input.pipe.js';
export { checkInput, isDecimal } from './input-text.js';
