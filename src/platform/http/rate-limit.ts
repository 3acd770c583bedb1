import rateLimit from '@fastify/rate-limit';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { DomainError } from '../errors/index.js';
import type { Metrics } from '../metrics/index.js';
import type { RateWindowsRepository } from './rate-windows.repository.js';
import { SharedRateWindows } from './shared-rate-windows.js';

const HEALTH_ROUTES = /^\/health\//;
const MINUTE_MS = 60_000;

/** Counts in the database, for all processes. Ended windows are deleted at intervals. */
function sharedWindows(server: FastifyInstance, common: RateWindowsRepository, failures: Counter): SharedRateWindows {
  const logger = new Logger('rate limit');
  const warn = (error: unknown, message: string): void => logger.warn({ err: error }, message);
  const sweeper = setInterval(
    () => void common.forget(MINUTE_MS).catch((error: unknown) => warn(error, 'cannot delete old rate windows')),
    MINUTE_MS,
  ).unref();
  server.addHook('onClose', () => clearInterval(sweeper));
  return new SharedRateWindows(common, {
    failed: (error) => {
      failures.inc();
      warn(error, 'cannot count calls in the database; this process counts its own for some seconds');
    },
  });
}

interface RateLimitOptions {
  /** 0: no limit. */
  readonly perMinute: number;
  readonly common: RateWindowsRepository;
  readonly metrics: Metrics;
  readonly callerOf: (request: FastifyRequest) => string;
}

/** Refuses callers who exceed their calls per minute, counted over all processes. */
export async function installRateLimit(
  server: FastifyInstance,
  { perMinute, common, metrics, callerOf }: RateLimitOptions,
): Promise<void> {
  const failures = new Counter({
    name: 'gleaner_rate_limit_failures_total',
    help: 'How often calls could not be counted for all processes; each process then counts by itself for some seconds',
    registers: [metrics.registry],
  });
  if (perMinute === 0) return;
  const windows = sharedWindows(server, common, failures);
  await server.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: MINUTE_MS,
    // The library creates its store itself.
    store: class {
      readonly incr = windows.incr.bind(windows);
      child(): this {
        return this;
      }
    },
    keyGenerator: callerOf,
  });
  const limit = server.createRateLimit();
  server.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    if (HEALTH_ROUTES.test(url) || config.rateLimit === false) return;
    const result = await limit(request);
    if (result.isAllowed) return;
    void reply
      .header('x-ratelimit-limit', result.max)
      .header('x-ratelimit-remaining', result.remaining)
      .header('x-ratelimit-reset', result.ttlInSeconds);
    if (!result.isExceeded) return;
    throw new DomainError(
      'RATE_LIMITED',
      `More than ${result.max} calls in a minute; try again in ${result.ttlInSeconds} s`,
      {
        retryAfterSeconds: result.ttlInSeconds,
      },
    );
  });
}
