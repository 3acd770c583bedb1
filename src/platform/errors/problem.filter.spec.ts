import { Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerFailure } from './problem.filter.js';

/** An error that interrupts sending a response. @returns the log lines about it */
function logOf(code: string, isGone: boolean): string[] {
  const logged: string[] = [];
  const ignore = (): void => undefined;
  Logger.overrideLogger({ log: ignore, warn: ignore, error: (line: unknown) => logged.push(JSON.stringify(line)) });
  try {
    const request = { id: 'a', method: 'GET', url: '/v1/topics' } as FastifyRequest;
    const raw = { destroyed: isGone, headersSent: true, destroy: ignore };
    answerFailure(Object.assign(new Error('ended'), { code }), request, { raw } as unknown as FastifyReply);
  } finally {
    Logger.overrideLogger(false);
  }
  return logged;
}

test('a client that went away is no error of the service', () => {
  expect(logOf('ERR_STREAM_PREMATURE_CLOSE', true)).toEqual([]);
});

test.each([
  ['an answer that breaks off while the client waits', 'ERR_STREAM_PREMATURE_CLOSE', false],
  ['another fault, whether or not the client waits', 'EIO', true],
])('%s is logged', (_, code, isGone) => {
  expect(logOf(code, isGone)).toHaveLength(1);
});
