import { GraphQLError, type ValidationRule } from 'graphql';
import {
  type ComplexityEstimator,
  createComplexityRule,
  fieldExtensionsEstimator,
  simpleEstimator,
} from 'graphql-query-complexity';
import { listComplexity } from '../api/index.js';
import { DomainError } from '../errors/index.js';

/** A field with a page size costs as much as that many rows, unless it has its own estimate. */
const pageEstimator: ComplexityEstimator = ({ field, args, childComplexity }) =>
  field.args.some(({ name }) => name === 'first') ? listComplexity({ args, childComplexity }) : undefined;

/**
 * Refuses operations that exceed the allowed cost, which depends on the variables.
 *
 * @param operationName the operation to run; absent if the document has only one
 */
export function complexityRule(
  maximumComplexity: number,
  variables: Readonly<Record<string, unknown>>,
  operationName?: string,
): ValidationRule {
  const createError = (max: number, actual: number): GraphQLError => {
    const refusal = new DomainError('VALIDATION_FAILED', `The query costs ${actual} points`, {
      field: 'query',
      allowed: `at most ${max} points; ask for fewer fields or shorter pages`,
    });
    return new GraphQLError(refusal.message, { originalError: refusal });
  };
  return createComplexityRule({
    maximumComplexity,
    variables,
    operationName,
    estimators: [fieldExtensionsEstimator(), pageEstimator, simpleEstimator({ defaultComplexity: 1 })],
    createError,
  });
}
