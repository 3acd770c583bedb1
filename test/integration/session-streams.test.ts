import { AppModule } from '../../src/app.module.js';
import { createRng } from '../../src/domain/base/rng.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { closeApp, createApp, listen } from '../../src/platform/http/index.js';
import { createLogger } from '../../src/platform/logging/index.js';
import { readStream, type StreamMessage } from '../support/event-stream.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { serviceEnvironment } from '../support/service.js';
import { type LocalService, startServiceHere } from '../support/service-here.js';
import { startSharedWorker } from '../support/worker-process.js';
import { isThorough } from '../support/thoroughness.js';
import { sql } from '../e2e/sessions-client.js';

const web = createRandomWeb({ sites: 60, pagesPerSite: 60, linksPerPage: 10 });
const DEADLINE_MS = 300_000;
const DISCONNECTS = isThorough ? 100 : 10;
const FETCHES = isThorough ? 1_500 : 200;

interface Page {
  seq: number;
}

it(
  'a listener that is cut off again and again at random places, and comes back to any process, hears everything once',
  async () => {
    const server = await serveRandomWeb(web, 5);
    const service: LocalService = await startServiceHere();
    const config = loadConfig(serviceEnvironment(service.databaseUrl, {}));
    const other = await createApp(AppModule.forRoot(config, service.databaseUrl), config, createLogger(config));
    const urls = [service.url, await listen(other, config)];
    const worker = await startSharedWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
      COMMIT_INTERVAL_MS: '50',
    });
    const { call, until } = restCalls(() => service.url, DEADLINE_MS);
    try {
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'cheese',
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds: web.seeds,
      });
      const { id } = await call<{ id: string }>('POST', `/topics/${topic.id}/sessions`, {
        policy: 'best-first',
        budget: { fetches: FETCHES },
        hostDelayMs: 0,
        robots: false,
      });
      const rng = createRng(20_261_123);
      const heard: StreamMessage[] = [];
      let cuts = 0;
      let lastEventId: string | null = null;
      for (;;) {
        const maxBytes: number = cuts < DISCONNECTS ? 1 + rng.below(1_500) : Infinity;
        const url = `${urls[rng.below(2)]}/v1/sessions/${id}/stream`;
        const { messages, ended } = await readStream(url, { lastEventId, maxBytes });
        heard.push(...messages);
        lastEventId = messages.at(-1)?.id ?? lastEventId;
        if (ended) break;
        cuts++;
      }
      expect(cuts).toBe(DISCONNECTS);
      expect(heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'completed' } });
      await until<{ state: string }>(`/sessions/${id}`, ({ state }) => state === 'completed');
      const pages: Page[] = [];
      for (let after = ''; ;) {
        const list = await call<{ items: Page[]; pageInfo: { endCursor: string; hasNextPage: boolean } }>(
          'GET',
          `/sessions/${id}/pages?relevant=true&first=200${after}`,
        );
        pages.push(...list.items);
        if (!list.pageInfo.hasNextPage) break;
        after = `&after=${list.pageInfo.endCursor}`;
      }
      const truth = pages.map(({ seq }) => seq).sort((a, b) => a - b);
      expect(truth.length).toBeGreaterThan(FETCHES / 5);
      const of = (kind: string, name: string) =>
        heard.flatMap(({ event, data }) => (event === kind ? [data[name]] : []));
      // In order, without gaps and repeats.
      expect(of('page', 'seq')).toEqual(truth);
      const events = await sql(service.databaseUrl, 'SELECT no FROM session_events WHERE session_id = $1 ORDER BY no', [
        id,
      ]);
      expect(of('event', 'no')).toEqual(events.map(({ no }) => no));
      const progress = heard.filter(({ event }) => event === 'progress').map(({ data }) => data['fetched']);
      expect(progress).toEqual([...progress].sort((a, b) => Number(a) - Number(b)));
    } finally {
      await worker.stop();
      await closeApp(other, config);
      await service.stop();
      await server.close();
    }
  },
  DEADLINE_MS,
);
