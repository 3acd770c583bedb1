import { HttpException } from '@nestjs/common';
import { type DatabaseTrouble, databaseTrouble, type TroubleKind } from '../database/trouble.js';
import { restSpelling } from '../api/rest-spelling.js';
import { DomainError, ERROR_STATUS, type ErrorCode, retryAfterSecondsOf } from './domain-error.js';
import { ERROR_TEXTS } from './error-texts.js';

/** The client's view of a failure, for both APIs. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly field?: string;
  readonly allowed?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** When a retry may succeed. */
  readonly retryAfterSeconds?: number;
  /** A bug or an outage: the cause is to be logged. */
  readonly unexpected: boolean;
}

/** RFC 9457 problem details, with Gleaner's own members after `instance`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path; absent if the head of the request did not arrive whole. */
  readonly instance?: string;
  readonly code: ErrorCode;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly field?: string;
  readonly allowed?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

export const PROBLEM_TYPE = 'application/problem+json';

function codeOf(status: number): ErrorCode {
  const exact = (Object.keys(ERROR_STATUS) as ErrorCode[]).find((code) => ERROR_STATUS[code] === status);
  return exact ?? (status >= 500 ? 'INTERNAL' : 'VALIDATION_FAILED');
}

/** The HTTP status of an error that carries one, like errors of Fastify and its plug-ins. */
function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : null;
}

const TROUBLES: Record<TroubleKind, string> = {
  unreachable: 'The database cannot be reached; try again shortly',
  full: 'The database has no room; try again once there is space on its disk',
  contended: 'Others are changing the same at this moment; try again shortly',
  overrun:
    'The query took longer than one may (API_QUERY_SECONDS); ask for less: rarer words, a filter by domain or relevance, a smaller page, one session instead of all',
};

function failureOfTrouble({ kind }: DatabaseTrouble): Failure {
  const code: ErrorCode = kind === 'overrun' ? 'QUERY_TIMEOUT' : 'UNAVAILABLE';
  return {
    code,
    status: ERROR_STATUS[code],
    message: TROUBLES[kind],
    retryAfterSeconds: retryAfterSecondsOf(code),
    unexpected: true,
  };
}

/**
 * A request that asks for the database after this process has closed its connections. Others than clients must not take
 * it for a trouble of the database, for which they would wait.
 */
const isShutDown = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('Cannot use a pool after calling end') || isShutDown((error as { cause?: unknown }).cause));

const SHUT_DOWN: Failure = {
  code: 'UNAVAILABLE',
  status: ERROR_STATUS.UNAVAILABLE,
  message: 'The service is shutting down; try again shortly',
  retryAfterSeconds: retryAfterSecondsOf('UNAVAILABLE'),
  unexpected: false,
};

/** Errors of Fastify that say what is wrong only to those who know it, by their codes. */
const SERVER_ERRORS: Readonly<Record<string, Omit<Failure, 'status' | 'unexpected'> | undefined>> = {
  FST_ERR_BAD_URL: {
    code: 'VALIDATION_FAILED',
    message: 'the path is not percent-encoded UTF-8',
    field: 'path',
    allowed: 'UTF-8 with percent signs as %25',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'bodies of this type are not read',
    field: 'Content-Type',
    allowed: 'application/json; application/x-ndjson for imports as JSON lines',
  },
};

/**
 * The client's view of an error. The message of an unexpected error is not shown: it may contain secrets.
 *
 * INTERNAL with a cause stands for an error that was already logged where it was caught.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    const { code, message, field, allowed, details, retryAfterSeconds } = error;
    return {
      code,
      status: ERROR_STATUS[code],
      message,
      field,
      allowed,
      details,
      retryAfterSeconds,
      unexpected: code === 'INTERNAL' && error.cause === undefined,
    };
  }
  const trouble = databaseTrouble(error);
  if (trouble) return failureOfTrouble(trouble);
  if (isShutDown(error)) return SHUT_DOWN;
  const ofServer = SERVER_ERRORS[String((error as { code?: unknown } | null)?.code)];
  if (ofServer) return { ...ofServer, status: ERROR_STATUS[ofServer.code], unexpected: false };
  const status = statusOf(error);
  if (status !== null && status < 500)
    return { code: codeOf(status), status, message: (error as Error).message, unexpected: false };
  if (status === 503) {
    return {
      code: 'UNAVAILABLE',
      status,
      message: (error as Error).message,
      retryAfterSeconds: retryAfterSecondsOf('UNAVAILABLE'),
      unexpected: true,
    };
  }
  return {
    code: 'INTERNAL',
    status: 500,
    message: 'An unexpected error occurred; the log has it under the id of this request',
    unexpected: true,
  };
}

export const problemType = (code: ErrorCode): string =>
  `urn:gleaner:problem:${code.toLowerCase().replaceAll('_', '-')}`;

/** Details that are values of enums. */
const SPELLED_DETAILS: readonly string[] = ['state', 'stateReason', 'command', 'quota'];

const detailsInRest = (details: NonNullable<Problem['details']>): Problem['details'] =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' && SPELLED_DETAILS.includes(name) ? restSpelling(value) : value,
    ]),
  );

/** @param instance path of the request */
export function problemOf(
  failure: Failure,
  instance: string | undefined,
  { requestId, traceId }: Pick<Problem, 'requestId' | 'traceId'> = {},
): Problem {
  const { code, status, message, field, allowed, details, retryAfterSeconds } = failure;
  return {
    type: problemType(code),
    title: ERROR_TEXTS[code].title,
    status,
    detail: message,
    instance,
    code,
    requestId,
    traceId,
    field,
    allowed,
    details: details && detailsInRest(details),
    retryAfterSeconds,
  };
}
