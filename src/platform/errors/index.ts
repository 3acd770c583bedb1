export { DomainError, type DomainErrorOptions, ERROR_STATUS, type ErrorCode, invalid, notFound } from './domain-error.js';
export { formatGraphqlErrors } from './graphql-errors.js';
export { type Failure, failureOf, type Problem, PROBLEM_TYPE, problemOf } from './problem.js';
export { answerFailure, ProblemFilter } from './problem.filter.js';
export { createValidationPipe, type FieldError, fieldErrors, validationError } from './validation.js';
