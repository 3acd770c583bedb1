import {
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  subscribe,
  validate,
} from 'graphql';
import { type GraphqlContext, RequestLoaders } from '../api/index.js';
import { requireScope } from '../auth/index.js';
import type { AppConfig } from '../config/index.js';
import { checkInput, DomainError, formatGraphqlError, invalid } from '../errors/index.js';
import { inScope, type Scope } from '../scope/index.js';
import { checkLiterals, refuseDearDocument, refuseDeepNesting } from './document-limits.js';
import { complexityRule } from './query-cost.js';

/** A client's operation from any transport; the transports have checked the types. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

/** The caller of an operation. */
interface OperationOrigin {
  /** Appears in log lines about failures. */
  readonly requestId: string;
  /** Fingerprint of the key (`Caller`). */
  readonly caller: string;
  /** The project of the call, in whose scope the operation runs. */
  readonly scope: Scope;
}

/** A validated operation. */
export interface PreparedOperation extends ExecutionArgs {
  readonly operation: OperationDefinitionNode;
  readonly contextValue: GraphqlContext;
  readonly scope: Scope;
}

/** A refused operation: `invalid` are GraphQL's own errors, `refused` are this service's. */
interface RefusedOperation {
  readonly reason: 'invalid' | 'refused';
  readonly errors: readonly GraphQLError[];
}

/** The events of a subscription, one result per event. */
export interface Events extends AsyncIterableIterator<ExecutionResult, undefined> {
  return(): Promise<IteratorResult<ExecutionResult, undefined>>;
  throw(error: unknown): Promise<IteratorResult<ExecutionResult, undefined>>;
}

type Limits = Pick<AppConfig, 'GRAPHQL_MAX_DEPTH' | 'GRAPHQL_MAX_COMPLEXITY' | 'GRAPHQL_MAX_TOKENS'>;

/** Validates and runs operations, for all transports. */
export class GraphqlOperations {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly limits: Limits,
  ) {}

  prepare(request: OperationRequest, origin: OperationOrigin): PreparedOperation | RefusedOperation {
    const answer = this.checked(request, origin);
    return 'errors' in answer
      ? { ...answer, errors: answer.errors.map((error) => formatGraphqlError(error, origin.requestId)) }
      : answer;
  }

  async run(prepared: PreparedOperation): Promise<ExecutionResult> {
    const executed = await inScope(prepared.scope, async () => await execute(prepared));
    const result = this.format(executed, prepared);
    const { replayedKeys: replayed } = prepared.contextValue;
    // A client that repeats a mutation learns which of its keys were replayed.
    return replayed.length > 0
      ? { ...result, extensions: { ...result.extensions, idempotency: { replayed } } }
      : result;
  }

  /** The events of a subscription, or the error that prevents them. */
  async subscribe(prepared: PreparedOperation): Promise<Events | ExecutionResult> {
    const { scope } = prepared;
    const events = await inScope(scope, async () => await subscribe(prepared));
    if (!(Symbol.asyncIterator in events)) return this.format(events, prepared);
    const formatted = (event: IteratorResult<ExecutionResult, void>): IteratorResult<ExecutionResult, undefined> =>
      event.done ? { done: true, value: undefined } : { done: false, value: this.format(event.value, prepared) };
    const scoped: Events = {
      next: () => inScope(scope, () => events.next().then(formatted)),
      return: () => inScope(scope, () => events.return(undefined).then(formatted)),
      throw: (error) => inScope(scope, () => events.throw(error).then(formatted)),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
    return scoped;
  }

  /** A result with its errors formatted for clients. */
  private format(result: ExecutionResult, { contextValue }: PreparedOperation): ExecutionResult {
    if (result.errors === undefined) return result;
    return { ...result, errors: result.errors.map((error) => formatGraphqlError(error, contextValue.requestId)) };
  }

  private checked(request: OperationRequest, origin: OperationOrigin): PreparedOperation | RefusedOperation {
    try {
      return this.prepareOperation(request, origin);
    } catch (error) {
      if (error instanceof GraphQLError) return { reason: 'invalid', errors: [error] };
      if (error instanceof DomainError) return { reason: 'refused', errors: [asGraphqlError(error)] };
      // Validation recurses in ways that the earlier checks did not foresee.
      if (error instanceof RangeError)
        return {
          reason: 'refused',
          errors: [asGraphqlError(invalid('query', 'The query is too large to be checked', 'a shorter one'))],
        };
      throw error;
    }
  }

  private prepareOperation(
    { query, operationName, variables }: OperationRequest,
    { requestId, caller, scope }: OperationOrigin,
  ): PreparedOperation | RefusedOperation {
    const { GRAPHQL_MAX_TOKENS, GRAPHQL_MAX_DEPTH, GRAPHQL_MAX_COMPLEXITY } = this.limits;
    refuseDeepNesting(query);
    const document = parse(query, { maxTokens: GRAPHQL_MAX_TOKENS });
    refuseDearDocument(document, GRAPHQL_MAX_DEPTH);
    const wrong = validate(this.schema, document, specifiedRules);
    if (wrong.length > 0) return { reason: 'invalid', errors: wrong };
    const operation = getOperationAST(document, operationName);
    if (!operation) {
      throw new GraphQLError(
        operationName
          ? `There is no operation ${operationName.slice(0, 100)}`
          : 'operationName must say which of the operations is to run',
      );
    }
    if (scope.kind === 'project')
      requireScope(operation.operation === OperationTypeNode.MUTATION ? 'write' : 'read', scope.actor);
    this.checkTexts(document, variables);
    const dear = validate(this.schema, document, [
      complexityRule(GRAPHQL_MAX_COMPLEXITY, variables ?? {}, operation.name?.value),
    ]);
    if (dear.length > 0)
      return {
        reason: dear.some(({ originalError }) => originalError instanceof DomainError) ? 'refused' : 'invalid',
        errors: dear,
      };
    const loaders = new RequestLoaders(operation.operation !== OperationTypeNode.SUBSCRIPTION);
    const contextValue: GraphqlContext = { loaders, requestId, caller, replayedKeys: [] };
    return {
      schema: this.schema,
      document,
      operation,
      operationName: operation.name?.value,
      variableValues: variables,
      contextValue,
      scope: named(scope, operation),
    };
  }

  private checkTexts(document: DocumentNode, variables: OperationRequest['variables']): void {
    checkInput(variables ?? {}, 'variables');
    checkLiterals(document, checkInput);
  }
}

/** Most characters kept of the requested fields. */
const MAX_CALL_CHARS = 200;
/** The scope with the operation's kind and fields as its call: all operations share one route. */
function named(scope: Scope, { operation, selectionSet }: OperationDefinitionNode): Scope {
  if (scope.origin === undefined) return scope;
  const fields = selectionSet.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : '…'));
  const call = `${operation} ${fields.join(', ')}`.slice(0, MAX_CALL_CHARS);
  return { ...scope, origin: { ...scope.origin, call } };
}

const asGraphqlError = (error: DomainError): GraphQLError => new GraphQLError(error.message, { originalError: error });
