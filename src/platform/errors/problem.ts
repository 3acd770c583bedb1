import { HttpException } from '@nestjs/common';
import { DomainError, ERROR_STATUS, type ErrorCode } from './domain-error.js';

/** What a client is told of a failure, whichever API it used. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly field?: string;
  readonly allowed?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** A bug or an outage: the cause belongs into the log. */
  readonly unexpected: boolean;
}

/** RFC 9457 problem details, with Gleaner's own members after `instance`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly requestId?: string;
  readonly field?: string;
  readonly allowed?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const PROBLEM_TYPE = 'application/problem+json';

const TITLES: Record<ErrorCode, string> = {
  VALIDATION_FAILED: 'The request is not valid',
  UNAUTHENTICATED: 'A valid key is needed',
  NOT_FOUND: 'Not found',
  CONFLICT: 'In conflict with what is there',
  INVALID_STATE: 'Not possible in this state',
  PAYLOAD_TOO_LARGE: 'The request is too large',
  IDEMPOTENCY_MISMATCH: 'The idempotency key was used for another request',
  RATE_LIMITED: 'Too many requests',
  INTERNAL: 'Something went wrong on our side',
  UNAVAILABLE: 'Not available at the moment',
};

function codeOf(status: number): ErrorCode {
  const exact = (Object.keys(ERROR_STATUS) as ErrorCode[]).find((code) => ERROR_STATUS[code] === status);
  return exact ?? (status >= 500 ? 'INTERNAL' : 'VALIDATION_FAILED');
}

/** Codes by which Prisma, its adapter and the driver say that the database cannot be reached. */
const OUTAGE_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037', 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300']);
const OUTAGE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: unknown; cause?: { kind?: unknown; originalCode?: unknown } };
  return OUTAGE_CODES.has(String(code)) || OUTAGE_KINDS.has(String(cause?.kind)) || OUTAGE_CODES.has(String(cause?.originalCode))
    || /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
}

/** Anything that carries an HTTP status, as errors of Fastify and of its plug-ins do. */
function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : null;
}

/**
 * What to tell the client of an error that reached the edge. The text of unexpected errors stays inside: it may hold secrets.
 *
 * INTERNAL with a cause stands for an error that was logged where it was caught.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    const { code, message, field, allowed, details } = error;
    return { code, status: ERROR_STATUS[code], message, field, allowed, details, unexpected: code === 'INTERNAL' && error.cause === undefined };
  }
  if (isOutage(error)) return { code: 'UNAVAILABLE', status: 503, message: 'The database cannot be reached; try again shortly', unexpected: true };
  const status = statusOf(error);
  if (status !== null && status < 500) return { code: codeOf(status), status, message: (error as Error).message, unexpected: false };
  if (status === 503) return { code: 'UNAVAILABLE', status, message: (error as Error).message, unexpected: true };
  return { code: 'INTERNAL', status: 500, message: 'An unexpected error occurred; the log has it under the id of this request', unexpected: true };
}

/** @param instance path of the request */
export function problemOf(failure: Failure, instance: string, requestId?: string): Problem {
  const { code, status, message, field, allowed, details } = failure;
  return {
    type: `urn:gleaner:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: TITLES[code], status, detail: message, instance, code, requestId, field, allowed, details,
  };
}
