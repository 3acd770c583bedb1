import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ApiKeys } from '../auth/index.js';
import type { HealthService } from '../health/index.js';
import type { Metrics } from '../metrics/index.js';

interface HealthServerOptions {
  readonly host: string;
  readonly port: number;
  readonly health: Pick<HealthService, 'readiness'>;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly keys: ApiKeys;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { health, metrics, keys }: HealthServerOptions,
): Promise<void> {
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  const json = (status: number, body: object) => send(status, 'application/json; charset=utf-8', JSON.stringify(body));
  const path = (request.url ?? '/').split('?', 1)[0];
  if (request.method !== 'GET') return void json(405, { status: 'only GET' });
  if (path === '/health/live') return void json(200, { status: 'ok', checks: {} });
  if (path === '/health/ready') {
    const { ready, checks } = await health.readiness();
    return void json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks });
  }
  if (path !== '/metrics') return void json(404, { status: 'not found' });
  if (keys.required && keys.identify(request.headers.authorization) === null) {
    response.setHeader('www-authenticate', 'Bearer');
    return void json(401, { status: 'a valid key is needed' });
  }
  send(200, metrics.registry.contentType, await metrics.registry.metrics());
}

/** The worker's small web server: only health and metrics. */
export function serveHealth(options: HealthServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => response.headersSent || response.writeHead(500).end());
  });
  // Health probes and scrapes are few and short.
  server.maxConnections = 20;
  server.requestTimeout = 10_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}
