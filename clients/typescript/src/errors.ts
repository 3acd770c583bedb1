/** Problem details of a refused call (RFC 9457), as sent by the service. */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly code?: string;
  readonly field?: string;
  readonly allowed?: string;
  /** Names the call in the log of the service. */
  readonly requestId?: string;
  /** Such as `errors`: all refused fields, if there are several. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Codes of calls without a response; all other codes are those of the service. */
export type NoAnswer = 'UNREACHABLE' | 'TIMEOUT';

/** The service refused a call, or could not be reached. The message is one line for people. */
export class GleanerError extends Error {
  override readonly name = 'GleanerError';

  constructor(
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /**
     * Code of the service, such as VALIDATION_FAILED; UNREACHABLE or TIMEOUT without a response; empty if the response
     * has none.
     */
    readonly code: string,
    /** The problem details of the response; empty without a response. */
    readonly problem: Problem = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The refused field of the input, such as `seeds[1]`. */
  get field(): string | undefined {
    return this.problem.field;
  }

  /** The allowed values of the field. */
  get allowed(): string | undefined {
    return this.problem.allowed;
  }
}

const SHOWN_TEXT = 200;
const TYPES: Readonly<Record<keyof Problem, 'string' | 'number' | 'object'>> = {
  ...{ type: 'string', title: 'string', detail: 'string', instance: 'string', code: 'string', field: 'string' },
  ...{ allowed: 'string', requestId: 'string', status: 'number', details: 'object' },
};

/** @param body of the response, parsed if it is JSON */
function problemOf(body: unknown): Problem {
  if (typeof body === 'string') return { detail: body.slice(0, SHOWN_TEXT) };
  if (typeof body !== 'object' || body === null) return {};
  const read = body as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(TYPES)
      .filter(([name, type]) => typeof read[name] === type && read[name] !== null)
      .map(([name]) => [name, read[name]]),
  );
}

/** @param call method and path, such as `GET /v1/topics` */
export function refusal(
  call: string,
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  body: unknown,
): GleanerError {
  const problem = problemOf(body);
  const said = [problem.detail, problem.title, statusText].find(Boolean) ?? 'refused';
  const field = problem.field === undefined ? '' : ` (field ${problem.field})`;
  const allowed = problem.allowed === undefined ? '' : `; allowed: ${problem.allowed}`;
  const code = problem.code ?? '';
  const shown = `[${status}${code === '' ? '' : ` ${code}`}]`;
  return new GleanerError(`${call}: ${said}${field}${allowed} ${shown}`, status, code, problem);
}

/** The error of a call whose response has begun, but cannot be read. @param error while reading, returned if unknown */
export function unreadable(call: string, { status }: Pick<Response, 'status'>, error: unknown): unknown {
  if (error instanceof TypeError) return noAnswer(`${call}: the response broke off`, error);
  if (!(error instanceof SyntaxError)) return error;
  const said = `${call}: the response is not JSON; \`url\` may be the address of something else [${status}]`;
  return new GleanerError(said, status, '', {}, { cause: error });
}

export function noAnswer(call: string, error: unknown): GleanerError {
  if (error instanceof GleanerError) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const reason = isTimeout ? 'no answer in time' : reasonOf(error);
  return new GleanerError(`${call}: ${reason}`, 0, isTimeout ? 'TIMEOUT' : 'UNREACHABLE', {}, { cause: error });
}

/** `fetch failed` is not informative, but its cause is. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // Node tries all addresses of a name; the combined error has no message of its own.
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause.message === '' ? error.message : cause.message;
}
