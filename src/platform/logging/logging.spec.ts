import { errors } from '@nats-io/transport-node';
import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

function capture(format: 'json' | 'pretty' = 'json') {
  const lines: string[] = [];
  const pino = createLogger(
    { LOG_LEVEL: 'debug', LOG_FORMAT: format, ROLE: 'api' },
    { write: (line) => lines.push(line) },
  );
  return {
    lines,
    logger: new NestLogger(pino),
    last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>,
  };
}

describe('log', () => {
  test('one JSON object a line: level, time, role, context, message', () => {
    const { logger, last, lines } = capture();
    logger.log('started', 'Topics');
    expect(last()).toMatchObject({
      level: 'info',
      role: 'api',
      context: 'Topics',
      msg: 'started',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(lines).toEqual([expect.stringMatching(/^\{.*\}\n$/)]);
  });

  test('fields with a message', () => {
    const { logger, last } = capture();
    logger.warn({ sessionId: 's1', err: new Error('no') }, 'commit failed', 'worker');
    expect(last()).toMatchObject({
      level: 'warn',
      context: 'worker',
      msg: 'commit failed',
      sessionId: 's1',
      err: { type: 'Error', message: 'no' },
    });
    logger.error({ sessionId: 's2' }, 'worker');
    expect(last()).toMatchObject({ level: 'error', context: 'worker', sessionId: 's2' });
  });

  test('errors as Nest passes them, with their stack', () => {
    const { logger, last } = capture();
    const { stack } = new Error('boom');
    logger.error('boom', stack, 'Context');
    expect(last()).toMatchObject({ msg: 'boom', stack, context: 'Context' });
    logger.error(new Error('bare'), 'Context');
    expect(last()).toMatchObject({ err: { message: 'bare' }, context: 'Context' });
  });

  test.each([
    ['NATS that does not answer', new errors.TimeoutError()],
    ['NATS without responders', new errors.RequestError('no responders: x')],
    ['NATS that is gone', new errors.ClosedConnectionError()],
    [
      'NATS without the streams of a worker',
      Object.assign(new Error('stream not found'), { name: 'StreamNotFoundError' }),
    ],
    ['PostgreSQL that is gone', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['a full disk', new Error('no row', { cause: Object.assign(new Error('no room'), { code: '53100' }) })],
  ])('an outage in one line, with its reason and no stack: %s', (_, err) => {
    for (const format of ['json', 'pretty'] as const) {
      const { logger, lines } = capture(format);
      logger.warn({ err }, 'waits', 'c');
      const [line] = lines;
      expect(line).toContain(err.message);
      expect(line).not.toMatch(/^\s+at |\\n\s+at /m);
    }
  });

  test('what Nest says of its start is for debugging', () => {
    const { logger, last } = capture();
    logger.log('Mapped {/x, GET} route', 'RouterExplorer');
    expect(last()).toMatchObject({ level: 'debug' });
  });

  test('secrets do not get out: by name, and as credentials of URLs anywhere', () => {
    const { logger, lines } = capture();
    logger.log(
      {
        authorization: 'Bearer hunter2',
        headers: { authorization: 'Bearer hunter2' },
        config: { API_KEYS: ['hunter2'], DATABASE_URL: 'hunter2' },
      },
      'x',
      'c',
    );
    logger.error(
      { err: new Error('cannot reach postgresql://user:hunter2@host:5432/db') },
      'via http://me:hunter2@proxy/',
      'c',
    );
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.join('')).toContain('postgresql://[redacted]@host:5432/db');
  });

  test('pretty lines for people', () => {
    const { logger, lines } = capture('pretty');
    logger.log({ url: 'http://x' }, 'listening', 'Main');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO  \[Main\] listening \{ url: 'http:\/\/x' \}\n$/);
    logger.error({ err: new Error('boom') }, 'failed', 'Main');
    expect(lines[1]).toMatch(/ERROR \[Main\] failed\nError: boom\n\s+at /);
  });
});
