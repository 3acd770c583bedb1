import type { ErrorCode } from './domain-error.js';

interface ErrorTexts {
  /** Of RFC 9457: the meaning of the code for any call. */
  readonly title: string;
  /** When the service answers with it. */
  readonly cause: string;
  /** The next step of a caller. */
  readonly help: string;
  /** The next step of a person at the console, where it differs. */
  readonly console?: string;
}

/**
 * The texts of all errors, for answers, OpenAPI, docs/errors.md and the console. It imports only types, because the
 * console bundles it.
 */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorTexts>> = {
  VALIDATION_FAILED: {
    title: 'The request is not valid',
    cause:
      'A parameter, a field of the body or an argument is not valid. `field` names it, `allowed` says what is accepted, `details.errors` lists further ones',
    help: 'Correct the field',
  },
  UNAUTHENTICATED: {
    title: 'A valid key is needed',
    cause:
      'The call has no key, or one that is unknown, expired or revoked. Without API_KEYS: a page of another site sent the call, or it names a foreign host',
    help: 'Send one of API_KEYS or a key of a project: `Authorization: Bearer KEY`, `GLEANER_KEY` on the command line',
    console: 'Sign in, then send it again',
  },
  FORBIDDEN: {
    title: 'The key does not allow this',
    cause:
      'The key lacks the scope that the call needs, the call is for operators, or a page of another origin sent it',
    help: 'Use a key with the scope that `allowed` names, or ask an operator',
    console: 'Sign in with a key that has a higher scope',
  },
  NOT_FOUND: {
    title: 'Not found',
    cause: 'The path, or an object that the call names, does not exist in this project',
    help: 'Check the id and the project (`Gleaner-Project`, `--project`); the object may have been deleted',
    console: 'It may have been deleted, or it belongs to another project',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Not possible with this method',
    cause: 'The path exists, but not with this method',
    help: 'Use a method that the header `Allow` names',
  },
  NOT_ACCEPTABLE: {
    title: 'No answer of an accepted type',
    cause: 'The service has no answer of a type that `Accept` names',
    help: 'Accept one of the types that `allowed` names',
  },
  REQUEST_TIMEOUT: {
    title: 'The request took too long to arrive',
    cause: 'The request did not arrive within `REQUEST_TIMEOUT_SECONDS`. The connection is closed',
    help: 'Send it again over a faster connection, or in smaller parts',
  },
  CONFLICT: {
    title: 'The request conflicts with the present data',
    cause: 'Something else has this name, a limit of objects is reached, or another object still needs this one',
    help: 'Read the message: choose another name, or delete what is in the way',
  },
  INVALID_STATE: {
    title: 'Not possible in this state',
    cause: 'The object is in a state in which this cannot be done, such as stopping a session that has ended',
    help: 'Wait for the state, or bring it about. `allowed` names what is possible',
  },
  QUOTA_REACHED: {
    title: 'A quota of the project is used up',
    cause: 'A quota of the project is used up. `details.quota` names it',
    help: 'Delete sessions, wait for the next day (UTC), or ask an operator for a higher quota',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    title: 'The request with this idempotency key is still being worked on',
    cause: 'Another request with the same `Idempotency-Key` has not been answered yet',
    help: 'Repeat the request after `Retry-After`',
  },
  GONE: {
    title: 'No longer there',
    cause: 'Files of an archive or an export are missing, for example after a restore of the database alone',
    help: 'Restore the files too, or make the export or the session again',
  },
  PRECONDITION_FAILED: {
    title: 'Changed since it was read',
    cause: '`If-Match` does not name the present state: somebody else has changed the object',
    help: 'Read the object again, and repeat the change with its new `ETag`',
    console: 'Reload the page and repeat the change',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'The request is too large',
    cause: 'The body is larger than this call allows',
    help: 'Send less at a time',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'A body of this type is not read here',
    cause: 'The body is compressed, or its content type is not supported by this call',
    help: 'Send it uncompressed, with a content type of the API document',
  },
  RANGE_NOT_SATISFIABLE: {
    title: 'The range lies outside',
    cause: '`Range` begins after the end of the file',
    help: 'Ask for a range within the size that `Content-Range` gives',
  },
  IDEMPOTENCY_MISMATCH: {
    title: 'The idempotency key was used for a different request',
    cause: 'The `Idempotency-Key` was used for a different request within the last 7 days',
    help: 'Use a new key for each new request',
  },
  RATE_LIMITED: {
    title: 'Too many requests',
    cause: 'More calls in a minute than `RATE_LIMIT_PER_MINUTE` allows',
    help: 'Wait for `Retry-After`, then call less often',
    console: 'Wait a minute, then try again',
  },
  HEADERS_TOO_LARGE: {
    title: 'The headers of the request are too large',
    cause: 'The headers have more than 16 KiB. The connection is closed',
    help: 'Send fewer or smaller headers, such as cookies',
  },
  INTERNAL: {
    title: 'Something went wrong on our side',
    cause: 'A bug. The log describes it under the `requestId`',
    help: 'Look up the `requestId` in the log, and report it',
    console: 'This is a fault of the service. Its log says more under the id of the call',
  },
  UNAVAILABLE: {
    title: 'Not available at the moment',
    cause:
      'The database, or the classifier of a model, cannot be reached or has no room, or too many operations are running',
    help: 'Try again after `Retry-After`. If it lasts, look at `/health/ready` and the log',
    console: 'Try again in a moment',
  },
  QUERY_TIMEOUT: {
    title: 'The query took too long',
    cause: 'One query took longer than `API_QUERY_SECONDS`',
    help: 'Ask for less: rarer words, a filter, a smaller page',
  },
};
