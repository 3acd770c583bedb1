import { isNativeError } from 'node:util/types';
import type { FailureKind } from '../../domain/fetching/index.js';

interface FaultFacts {
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;
}

/** A fetch that failed for a fact of the web, on its way to becoming a `FetchFailure`. Never leaves this module. */
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

/** The host's turn is further off than the request's patience. */
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
  // The HTTP client's checks of its own state, which a server can trip (a status of 000 does). Nothing else here uses node:assert.
  ERR_ASSERTION: 'decode',
  EPROTO: 'tls',
  UND_ERR_PRX_TLS: 'tls',
};

/** Codes of certificates and of the TLS library, by their stems: OpenSSL has hundreds. */
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|ERR_OSSL)/;

/**
 * What a thrown error of the network means.
 *
 * @returns null for an error that says nothing about the web: a bug, which must go on upwards
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
  // llhttp's errors: a response that is not HTTP, or plays tricks with it.
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError')
    return new FetchFault('decode', `malformed HTTP response: ${describe(error, code)}`);
  if (inner !== undefined && inner !== error) return faultOf(inner);
  return null;
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}

/** The code leads unless the message has it: half of Node's messages do. */
function describe(error: Error, code: string): string {
  if (error.message === '') return code;
  return code === '' || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
