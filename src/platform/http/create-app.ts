import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { API_PREFIX } from '../api/index.js';
import { ApiKeys, Callers } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { answerFailure, InputPipe, ProblemFilter } from '../errors/index.js';
import { NestLogger } from '../logging/index.js';
import { Metrics } from '../metrics/index.js';
import { ClientErrors } from './client-errors.js';
import { boundConnections } from './connections.js';
import { installEdge, newRequestId } from './edge.js';
import { lingerOnClose } from './lingering-close.js';
import { serveOpenApi } from './openapi.js';
import { RestAnswers } from './rest-answers.js';
import { RateWindowsRepository } from './rate-windows.repository.js';

/** Longer than the idle time-out of common load balancers, which must close first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Interval of checking for requests that exceed their time; Node's default is twice a minute. */
const LATE_REQUESTS_MS = 1_000;

/**
 * Routes without a version: pages, health and metrics, which orchestrators and crawled sites expect at fixed addresses.
 */
const UNVERSIONED = [
  'bot',
  'console/sign-in',
  'graphiql',
  'graphiql/:file',
  'health/live',
  'health/ready',
  'mcp',
  'metrics',
];

/** Keeps Nest from replacing the edge's error handler, which would then miss failures in hooks and parsers. */
class EdgeAdapter extends FastifyAdapter {
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}

/** Creates the web application, not yet listening. */
export async function createApp(
  module: Type | DynamicModule,
  config: AppConfig,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const clientErrors = new ClientErrors();
  const adapter = new EdgeAdapter({
    bodyLimit: config.BODY_LIMIT_BYTES,
    requestTimeout: config.REQUEST_TIMEOUT_SECONDS * 1_000,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    genReqId: newRequestId,
    forceCloseConnections: 'idle',
    // Requests during a shutdown get problem details of our own.
    return503OnClosing: false,
    logger: false,
    frameworkErrors: answerFailure,
    clientErrorHandler: clientErrors.answer,
    routerOptions: { ignoreTrailingSlash: true },
    http: { connectionsCheckingInterval: LATE_REQUESTS_MS },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  const { server } = adapter.getInstance();
  server.headersTimeout = config.HTTP_HEADERS_SECONDS * 1_000;
  const closeUnused = boundConnections(server, config.HTTP_MAX_CONNECTIONS, config.SOCKETS_MAX);
  adapter.getInstance().addHook('preClose', async () => closeUnused());
  lingerOnClose(server);
  clientErrors.watch(server);
  await installEdge(adapter.getInstance(), {
    config: app.get<AppConfig>(APP_CONFIG),
    keys: app.get(ApiKeys),
    callers: app.get(Callers),
    metrics: app.get(Metrics),
    rateWindows: app.get(RateWindowsRepository),
  });
  app.setGlobalPrefix(API_PREFIX, { exclude: UNVERSIONED });
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(new InputPipe());
  app.useGlobalInterceptors(new RestAnswers());
  serveOpenApi(app);
  return app;
}

/** Starts listening and returns the address. */
export async function listen(app: NestFastifyApplication, config: Pick<AppConfig, 'HOST' | 'PORT'>): Promise<string> {
  await app.listen(config.PORT, config.HOST);
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
  return `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
}

/**
 * Closes the application: accepts no new requests, gives those in flight the grace period, then cuts their connections.
 */
export async function closeApp(
  app: NestFastifyApplication,
  config: Pick<AppConfig, 'SHUTDOWN_GRACE_SECONDS'>,
): Promise<void> {
  const timer = setTimeout(() => app.getHttpServer().closeAllConnections(), config.SHUTDOWN_GRACE_SECONDS * 1_000);
  timer.unref();
  try {
    // Nest closes the server after the jobs: until then it would accept clients only to cut them off.
    await Promise.all([app.getHttpAdapter().close(), app.close()]);
  } finally {
    clearTimeout(timer);
  }
}
