import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { ApiKeys } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { answerFailure, createValidationPipe, ProblemFilter } from '../errors/index.js';
import { NestLogger } from '../logging/index.js';
import { Metrics } from '../metrics/index.js';
import { installEdge, newRequestId } from './edge.js';
import { serveOpenApi } from './openapi.js';

/** Far more than the machine this runs on can serve at a time; beyond it new ones are refused rather than memory used up. */
const MAX_CONNECTIONS = 2_000;
/** Longer than the idle time of common load balancers, which must be the ones to close. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Nest would put its own error handler in place of the edge's, which would then not see what fails in hooks and parsers. */
class EdgeAdapter extends FastifyAdapter {
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}

/** The web application, not listening yet. */
export async function createApp(module: Type | DynamicModule, config: AppConfig, logger: Logger): Promise<NestFastifyApplication> {
  const adapter = new EdgeAdapter({
    bodyLimit: config.BODY_LIMIT_BYTES, requestTimeout: config.REQUEST_TIMEOUT_SECONDS * 1_000, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    genReqId: newRequestId, forceCloseConnections: 'idle', logger: false, frameworkErrors: answerFailure,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: new NestLogger(logger), abortOnError: false });
  adapter.getInstance().server.maxConnections = MAX_CONNECTIONS;
  await installEdge(adapter.getInstance(), { config: app.get<AppConfig>(APP_CONFIG), keys: app.get(ApiKeys), metrics: app.get(Metrics) });
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(createValidationPipe());
  serveOpenApi(app);
  return app;
}

/** Starts listening and says where. */
export async function listen(app: NestFastifyApplication, config: Pick<AppConfig, 'HOST' | 'PORT'>): Promise<string> {
  await app.listen(config.PORT, config.HOST);
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
  return `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
}

/** Closes the application: no new requests, those in flight get the grace period, then their connections are cut. */
export async function closeApp(app: NestFastifyApplication, config: Pick<AppConfig, 'SHUTDOWN_GRACE_SECONDS'>): Promise<void> {
  const timer = setTimeout(() => app.getHttpServer().closeAllConnections(), config.SHUTDOWN_GRACE_SECONDS * 1_000);
  timer.unref();
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
