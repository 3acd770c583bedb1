/** HTTP status of each error code. REST answers with the status, GraphQL with the code in `extensions.code`. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  INVALID_STATE: 409,
  QUOTA_REACHED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  QUERY_TIMEOUT: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

export interface DomainErrorOptions {
  /** Path of the refused input, e.g. `budget.fetches`. */
  readonly field?: string;
  /** The allowed values, e.g. `an integer from 1 to 1000`. */
  readonly allowed?: string;
  /** Further facts for the client; plain JSON without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds after which the same request may succeed; some codes have a default. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Default seconds until a retry: a restart of the database takes about one; a busy one needs longer. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { UNAVAILABLE: 2, QUERY_TIMEOUT: 30 };
export const retryAfterSecondsOf = (code: ErrorCode): number | undefined => RETRY_AFTER_SECONDS[code];

/**
 * An error that the client can understand and act on. Any other thrown error is a bug and reaches the client as
 * INTERNAL without its message.
 */
export class DomainError extends Error {
  readonly field?: string;
  readonly allowed?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.field = options.field;
    this.allowed = options.allowed;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds ?? retryAfterSecondsOf(code);
  }
}

/** The error for a missing object. @param field of the input that names it, if it is one of several */
export function notFound(kind: string, id: string, field?: string): DomainError {
  return new DomainError('NOT_FOUND', `${kind} ${id} does not exist`, { field, details: { kind, id } });
}

/** The error for an invalid input value. */
export function invalid(field: string, message: string, allowed?: string): DomainError {
  return new DomainError('VALIDATION_FAILED', message, { field, allowed });
}

/** @param name empty if what was given names nothing. @throws DomainError VALIDATION_FAILED */
export function requireName(name: string): string {
  if (name === '') throw invalid('name', 'a name needs characters that can be seen', 'a text that is not blank');
  return name;
}
