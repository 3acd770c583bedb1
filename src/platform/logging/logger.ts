import { inspect } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { AppConfig } from '../config/index.js';
import { databaseTrouble } from '../database/index.js';
import { currentTrace } from '../telemetry/index.js';

const REDACTED = '[redacted]';
const SECRET_PATHS = [
  'authorization',
  'cookie',
  'password',
  'apiKey',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'API_KEYS',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** User and password of URLs anywhere in a line, including error messages. */
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]+@/gi;

/** The standard fields of a log line. */
interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly pid: number;
  readonly role: string;
  readonly context?: string;
  readonly msg?: string;
  readonly err?: { readonly type: string; readonly message: string; readonly stack?: string };
}

/**
 * Names of errors for lost connections and missing answers: of the client of NATS, of Node.js, and of fetches. Streams
 * and consumers of NATS are missing until a worker has started.
 */
const OUTAGES = new Set([
  ...['TimeoutError', 'RequestError', 'NoResponders'],
  ...['StreamNotFoundError', 'ConsumerNotFoundError'],
  ...['ConnectionError', 'ClosedConnectionError', 'DrainingConnectionError', 'FetchFault'],
]);
const isOutage = (error: unknown): boolean =>
  OUTAGES.has((error as Error | null)?.name ?? '') ||
  ['unreachable', 'full'].includes(databaseTrouble(error)?.kind ?? '');

/** The fields of an error. Those of an outage have no stack: many loops meet it at once, and its message suffices. */
function errorFields(error: Error): object {
  const fields = pino.stdSerializers.err(error);
  return isOutage(error) ? { ...fields, stack: undefined } : fields;
}

/** A human-readable line: time, level, context, message and other fields. */
function prettyLine(json: string): string {
  const { time, level, pid: _pid, role, context, msg, err, ...rest } = JSON.parse(json) as LogLine;
  const clock = time.slice(11, 23);
  const name = level.toUpperCase().padEnd(5);
  const more = Object.keys(rest).length > 0 ? ` ${inspect(rest, { breakLength: Infinity, depth: 4 })}` : '';
  const stack = err === undefined ? '' : `\n${err.stack ?? `${err.type}: ${err.message}`}`;
  return `${clock} ${name} ${role === 'worker' ? 'worker ' : ''}${context === undefined ? '' : `[${context}] `}${msg ?? ''}${more}${stack}\n`;
}

/** Log stores find a line's trace by these names (OpenTelemetry, trace context in non-OTLP log formats). */
function traceFields(): object {
  const current = currentTrace();
  return current === null ? {} : { trace_id: current.traceId, span_id: current.spanId };
}

/** The log of this process: one JSON object per line on standard output, without secrets. */
export function createLogger(
  config: Pick<AppConfig, 'LOG_LEVEL' | 'LOG_FORMAT' | 'ROLE'>,
  destination?: DestinationStream,
): Logger {
  const out: DestinationStream = destination ?? pino.destination({ dest: 1, sync: true });
  const stream: DestinationStream =
    config.LOG_FORMAT === 'pretty' ? { write: (line) => out.write(prettyLine(line)) } : out;
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { role: config.ROLE, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      redact: { paths: SECRET_PATHS, censor: REDACTED },
      hooks: { streamWrite: (line) => line.replace(URL_CREDENTIALS, `$1${REDACTED}@`) },
    },
    stream,
  );
}
