import {
  type DocumentNode, getNamedType, getNullableType, type GraphQLInputType, type GraphQLSchema, isEnumType, isInputObjectType, isInputType, isListType,
  isNonNullType, Kind, specifiedRules, type TypeNode, typeFromAST, validate, type ValidationRule,
} from 'graphql';
import { type ComplexityEstimator, createComplexityRule, fieldExtensionsEstimator, simpleEstimator } from 'graphql-query-complexity';
import { listComplexity, MAX_PAGE_SIZE } from '../api/index.js';
import { DomainError } from '../errors/index.js';

/** A field with a page size costs as much as that many rows, unless it says otherwise itself. */
const pageEstimator: ComplexityEstimator = ({ args, childComplexity }) =>
  (typeof args['first'] === 'number' ? listComplexity({ args, childComplexity }) : undefined);

type CreateError = NonNullable<Parameters<typeof createComplexityRule>[0]['createError']>;

/** Refuses queries that cost more points than allowed. Cost depends on the variables. */
export function complexityRule(maximumComplexity: number, variables: Record<string, unknown>): ValidationRule {
  const createError = (max: number, actual: number) => new DomainError('VALIDATION_FAILED', `The query costs ${actual} points`, {
    field: 'query', allowed: `at most ${max} points; ask for fewer fields or shorter pages`,
  });
  return createComplexityRule({
    maximumComplexity, variables, estimators: [fieldExtensionsEstimator(), pageEstimator, simpleEstimator({ defaultComplexity: 1 })],
    createError: createError as unknown as CreateError,
  });
}

const SCALARS: Readonly<Record<string, unknown>> = { Int: MAX_PAGE_SIZE, Float: 0, Boolean: true, String: '', ID: '' };

function dearestValue(type: GraphQLInputType): unknown {
  if (isListType(getNullableType(type))) return [];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (!isInputObjectType(named)) return SCALARS[named.name] ?? null;
  const required = Object.values(named.getFields()).filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  return Object.fromEntries(required.map((field) => [field.name, dearestValue(field.type)]));
}

/** `typeFromAST` has one overload for each kind of node, and none for all of them. */
const typeOf = typeFromAST as (schema: GraphQLSchema, node: TypeNode) => unknown;

/** Values of a document's variables that make it cost the most: where the real ones are not known yet. */
function dearestVariables(schema: GraphQLSchema, document: DocumentNode): Record<string, unknown> {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return Object.fromEntries(operations.flatMap((operation) => operation.variableDefinitions ?? []).map(({ variable, type }) => {
    const input = typeOf(schema, type);
    return [variable.name.value, isInputType(input) ? dearestValue(input) : null];
  }));
}

/** Validates a subscription, which Mercurius itself only checks for depth. */
export function refuseInvalidSubscription(schema: GraphQLSchema, document: DocumentNode, maximumComplexity: number): void {
  const [wrong] = validate(schema, document, specifiedRules);
  if (wrong) throw wrong;
  const [dear] = validate(schema, document, [complexityRule(maximumComplexity, dearestVariables(schema, document))]);
  if (dear) throw dear;
}
