import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { compiledProduct } from '../support/build.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from '../support/otlp-collector.js';
import { textSettings } from '../support/moved-texts.js';
import { restCalls } from '../support/rest-call.js';
import { startStore, type TestStore } from '../support/s3-server.js';
import { killRest, newDataFolder, Service } from '../support/service-processes.js';
import { testThoroughly } from '../support/thoroughness.js';

const yaml = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => RuleFile };
const DEADLINE_MS = 300_000;
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const SECRET = 'hunter2hunter2';

interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[];
  }[];
}
interface Status {
  readonly id: string;
  readonly state: string;
  readonly fetched: number;
  readonly relevant: number;
}

/** Names of all metrics of a process. */
const namesIn = (metrics: string): string[] => [...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
/** The value of a series that must exist. */
const valueOf = (metrics: string, series: RegExp): number =>
  Number(
    metrics
      .split('\n')
      .find((line) => series.test(line))
      ?.split(' ')
      .at(-1),
  );

describe('traces and metrics of API and worker', () => {
  let collector: OtlpCollector;
  let site: Server;
  let store: TestStore;
  const seen: IncomingHttpHeaders[] = [];
  let service: Service;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let apiUrl = '';
  let session: Status;
  /** Of API and worker. */
  let metrics: { readonly api: string; readonly worker: string };
  let problem: { readonly traceId?: string; readonly requestId: string };
  let spans: readonly CollectedSpan[];

  const { call, until } = restCalls(() => apiUrl, DEADLINE_MS);
  const named = (name: string, of?: Record<string, unknown>) =>
    spans.filter(
      (span) => span.name === name && Object.entries(of ?? {}).every(([key, value]) => span.attributes[key] === value),
    );
  const textAt = async (url: string) => (await fetch(url)).text();

  beforeAll(async () => {
    collector = await startOtlpCollector();
    site = createServer(({ url = '/', headers }, response) => {
      seen.push(headers);
      const links = url === '/' ? `<a href="/more?key=${SECRET}">more</a> <a href="/broken">broken</a>` : '';
      const status = url === '/robots.txt' ? 404 : url === '/broken' ? 410 : 200;
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end(`<title>Cheese</title><p>Cheese and cheddar at ${url.split('?')[0]} ${links}`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const seed = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    database = await createTestDatabase();
    store = await startStore(newDataFolder());
    const workerPort = await freePort();
    service = Service.start(compiledProduct(), {
      DATA_DIR: newDataFolder(),
      DATABASE_URL: database.url,
      ...textSettings(store),
      CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
      WORKER_PORT: String(workerPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k1',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      // All spans are sent by the end of their process, or not at all.
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
    });
    apiUrl = String((await service.line('listening'))['url']);
    const refused = await fetch(`${apiUrl}/v1/topics/0`, {
      headers: { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
    });
    problem = await refused.json();
    const topic = await call<{ id: string }>('POST', '/topics', { name: 'cheese', keywords: ['cheese', 'cheddar'] });
    session = await call<Status>('POST', `/topics/${topic.id}/sessions`, {
      seeds: [seed],
      budget: { fetches: 20 },
      hostDelayMs: 0,
      policy: 'breadth-first',
      retries: 0,
    });
    session = await until<Status>(`/sessions/${session.id}`, ({ state }) => ['completed', 'failed'].includes(state));
    metrics = {
      api: await textAt(`${apiUrl}/metrics`),
      worker: await textAt(`http://127.0.0.1:${workerPort}/metrics`),
    };
    expect(await service.end('SIGTERM')).toBe(0);
    spans = collector.spans;
  }, DEADLINE_MS);
  afterAll(async () => {
    killRest();
    await collector.close();
    await database.drop();
    await store.close();
    await new Promise((resolve) => site.close(resolve));
  }, DEADLINE_MS);

  test('a request is a span below that of its caller, and refusals and log lines name the trace', () => {
    const [request] = named('GET /v1/topics/:id', { 'gleaner.request.id': problem.requestId });
    expect(request).toMatchObject({
      traceId: CALLER.traceId,
      parentSpanId: CALLER.spanId,
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/topics/:id',
        'url.path': '/v1/topics/0',
        'http.response.status_code': 400,
      },
      resource: { 'service.name': 'gleaner', 'gleaner.role': 'all', 'deployment.environment.name': 'test' },
    });
    expect(problem.traceId).toBe(CALLER.traceId);
    const line = service.lines('request').find(({ requestId }) => requestId === problem.requestId);
    expect(line).toMatchObject({ trace_id: CALLER.traceId, span_id: request?.spanId });
    expect(named('GET /metrics')).toEqual([]);
    expect(collector.headers.every((headers) => headers['x-collector-key'] === 'k1')).toBe(true);
  });

  test('a step of a crawl is a trace, with its fetch and the wait for the host', () => {
    const steps = named('crawl step', { 'gleaner.session.id': session.id });
    expect(steps.map(({ attributes }) => attributes['gleaner.outcome']).sort()).toEqual(['http-error', 'page', 'page']);
    expect(steps.every(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
    expect(new Set(steps.map(({ traceId }) => traceId)).size).toBe(3);
    for (const { traceId, spanId, resource } of steps) {
      expect(resource).toMatchObject({ 'gleaner.role': 'worker' });
      const within = spans.filter((span) => span.traceId === traceId);
      const fetches = within.filter(({ name }) => name === 'fetch');
      expect(fetches.map(({ parentSpanId, kind }) => [parentSpanId, kind])).toEqual([[spanId, 3]]);
      const waits = within.filter(({ name }) => name === 'wait for host');
      expect(waits.map(({ parentSpanId }) => parentSpanId)).toEqual([fetches[0]?.spanId]);
    }
  });

  test('a fetch has its outcome, and no secret of its address', () => {
    const [broken] = named('fetch', { 'gleaner.outcome': 'http-error' });
    expect(broken).toMatchObject({
      attributes: { 'http.response.status_code': 410, 'error.type': 'http-error' },
      status: { code: 2 },
    });
    expect(named('fetch').map(({ attributes }) => new URL(String(attributes['url.full'])).search)).toContain(
      '?key=REDACTED',
    );
    expect(collector.text).not.toContain(SECRET);
  });

  test('a commit is linked to the steps in it', () => {
    const linked = named('crawl commit', { 'gleaner.session.id': session.id }).flatMap(({ links = [] }) =>
      links.map((link) => link.spanId),
    );
    const steps = named('crawl step', { 'gleaner.session.id': session.id }).map(({ spanId }) => spanId);
    expect(linked.sort()).toEqual(steps.sort());
  });

  test('a job is a trace', () => {
    expect(named('job', { 'gleaner.job.kind': 'make-model' })).toHaveLength(1);
  });

  test('fetched sites are sent nothing of it', () => {
    expect(seen.length).toBeGreaterThanOrEqual(4);
    expect(seen.filter((headers) => 'traceparent' in headers || 'baggage' in headers)).toEqual([]);
  });

  testThoroughly(
    'a collector that is away breaks nothing and does not hold up the end',
    async () => {
      const alone = Service.start(compiledProduct(), {
        ROLE: 'api',
        DATA_DIR: newDataFolder(),
        DATABASE_URL: database.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
        OTEL_BSP_SCHEDULE_DELAY: '10',
        OTEL_BSP_MAX_QUEUE_SIZE: '16',
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4',
      });
      const { url } = await alone.line('listening');
      for (let i = 0; i < 50; i++) expect((await fetch(`${String(url)}/v1/topics`)).status).toBe(200);
      expect(await alone.end('SIGTERM')).toBe(0);
      expect(alone.lines('stopped')).toHaveLength(1);
    },
    DEADLINE_MS,
  );

  test('metrics count what was crawled', () => {
    const { worker, api } = metrics;
    expect(valueOf(worker, /^gleaner_fetches_total\{outcome="page"/)).toBe(2);
    expect(valueOf(worker, /^gleaner_fetches_total\{outcome="http-error"/)).toBe(1);
    expect(valueOf(worker, /^gleaner_crawl_steps_total\{outcome="http-error"/)).toBe(1);
    expect(valueOf(worker, /^gleaner_crawl_pages_total\{relevant="true"/)).toBe(session.relevant);
    expect(valueOf(worker, /^gleaner_host_wait_seconds_count/)).toBe(3);
    expect(valueOf(worker, /^gleaner_commit_duration_seconds_count/)).toBeGreaterThan(0);
    expect(valueOf(worker, /^gleaner_frontier_urls/)).toBe(0);
    expect(valueOf(api, /^gleaner_sessions\{state="queued"/)).toBe(0);
    expect(valueOf(api, /^gleaner_jobs\{state="queued"/)).toBe(0);
  });

  test('no label names a session, a site or a project', () => {
    const labels = [...`${metrics.api}\n${metrics.worker}`.matchAll(/^gleaner_\S*?\{(.*)\} /gm)].flatMap(
      ([, text = '']) => [...text.matchAll(/(\w+)="/g)].map(([, name = '']) => name),
    );
    const telling = /session|topic|project|host|site|domain|url|key|caller|model$/;
    expect([...new Set(labels)].filter((name) => telling.test(name))).toEqual([]);
    expect(`${metrics.api}\n${metrics.worker}`).not.toMatch(/127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  const metricsIn = (expr: string): readonly string[] => expr.match(/\b(?:gleaner|nodejs|process)_[a-z0-9_]+/g) ?? [];
  const isExported = (name: string) => {
    const exported = [...namesIn(metrics.api), ...namesIn(metrics.worker)];
    return exported.includes(name) || exported.includes(name.replace(/_(bucket|sum|count)$/, ''));
  };

  test('the rules for Prometheus alert of metrics that there are', () => {
    const { groups } = yaml.load(readFileSync('docker/prometheus/alerts.yaml', 'utf8'));
    const rules = groups.flatMap(({ rules }) => rules);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { expr, annotations } of rules) {
      const errors: number[] = [];
      promql.parse(expr).iterate({ enter: ({ type, from }) => void (type.isError && errors.push(from)) });
      expect([expr, errors]).toEqual([expr, []]);
      expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String) });
      // Fetchers and renderers export those of the fleet.
      expect(metricsIn(expr).filter((name) => !name.startsWith('gleaner_fleet_') && !isExported(name))).toEqual([]);
    }
  });

  test('the dashboard for Grafana shows only metrics that there are', () => {
    const dashboard = JSON.parse(readFileSync('docker/grafana/gleaner.json', 'utf8'));
    const targets: { expr: string }[] = dashboard.panels.flatMap(
      ({ targets = [] }: { targets?: { expr: string }[] }) => targets,
    );
    const used = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !isExported(name))).toEqual([]);
    expect(dashboard.panels.map(({ id }: { id: number }) => id)).toEqual([
      ...new Set(dashboard.panels.map(({ id }: { id: number }) => id)),
    ]);
  });
});
