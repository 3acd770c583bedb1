import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';

/** Nest's own start-up messages, a line for each module and route, are useful only to its developers. */
const FRAMEWORK = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
  'NestApplicationContext',
  'GraphQLModule',
]);

/**
 * Nest's logger over pino.
 *
 * Nest passes a message (text, or an object of fields), optional further values, and the context's name last; to
 * `error` also a stack before it. So `logger.error({ err, sessionId }, 'commit failed')` logs the fields with the
 * message.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  private write(level: Level, message: unknown, rest: unknown[]): void {
    const given = rest.filter((part) => part !== undefined);
    const context = typeof given.at(-1) === 'string' ? (given.pop() as string) : undefined;
    const to = level === 'info' && context !== undefined && FRAMEWORK.has(context) ? 'debug' : level;
    const isFields = typeof message === 'object' && message !== null;
    const fields: Record<string, unknown> =
      message instanceof Error ? { err: message } : isFields ? { ...message } : {};
    if (context !== undefined) fields['context'] = context;
    const text = isFields ? given.shift() : message;
    if (typeof given[0] === 'string' && given[0].includes('\n    at ')) fields['stack'] = given.shift();
    if (given.length > 0) fields['more'] = given;
    if (text === undefined) this.pino[to](fields);
    else this.pino[to](fields, typeof text === 'string' ? text : inspect(text));
  }
}
