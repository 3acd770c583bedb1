import { isNativeError } from 'node:util/types';
import type { FailureKind } from '../../../domain/fetching/index.js';

interface FaultFacts {
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;
}

/** A fetch failed because of the web; becomes a `FetchFailure`. Never leaves this module. */
export class FetchFault extends Error {
  override readonly name = 'FetchFault';

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly facts: FaultFacts = {},
  ) {
    super(message);
  }
}

/** The host's turn is later than the request's patience allows. */
export function deferredFault(host: string, waitMs: number): FetchFault {
  return new FetchFault('deferred', `the turn of ${host} is ${Math.ceil(waitMs / 1_000)} s away`, {
    retryAfterMs: Math.ceil(waitMs),
  });
}

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ENODATA: 'dns',
  ESERVFAIL: 'dns',
  ETIMEOUT: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  EHOSTDOWN: 'connect',
  ENETUNREACH: 'connect',
  ENETDOWN: 'connect',
  EADDRNOTAVAIL: 'connect',
  EACCES: 'connect',
  EINVAL: 'connect',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  EPROTO: 'tls',
  UND_ERR_PRX_TLS: 'tls',
};

/** Prefixes of codes of certificates and of the TLS library: OpenSSL has hundreds. */
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|ERR_OSSL)/;

/**
 * The fault for a thrown network error.
 *
 * @returns null for an error that does not concern the web: a bug, which must be rethrown
 */
export function faultOf(error: unknown): FetchFault | null {
  if (error instanceof FetchFault) return error;
  // Not `instanceof`: errors of Node's own modules may come from another realm.
  if (!isNativeError(error)) return null;
  const inner = 'errors' in error && Array.isArray(error.errors) ? (error.errors[0] as unknown) : error.cause;
  const code = codeOf(error);
  const kind = code === '' ? undefined : KIND_OF_CODE[code];
  if (kind !== undefined) return new FetchFault(kind, describe(error, code));
  if (TLS_CODE.test(code)) return new FetchFault('tls', describe(error, code));
  // The HTTP client's assertions about its own state, which a server can trigger (a status of 000 or 101 does). Nothing
  // else here uses node:assert.
  if (code === 'ERR_ASSERTION') return new FetchFault('decode', 'malformed HTTP response: an impossible status');
  // llhttp's errors: the response is not HTTP, or is malicious.
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError')
    return new FetchFault('decode', `malformed HTTP response: ${describe(error, code)}`);
  if (inner !== undefined && inner !== error) return faultOf(inner);
  return null;
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}

/** OpenSSL's errors: thread, number, library, function, reason, place in its source. */
const OPENSSL_ERROR = /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;

/** Starts with the code, unless the message contains it: half of Node's messages do. */
function describe(error: Error, code: string): string {
  const message = OPENSSL_ERROR.exec(error.message)?.[1] ?? error.message;
  if (message === '') return code;
  return code === '' || message.includes(code) ? message : `${code}: ${message}`;
}
