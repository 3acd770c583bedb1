import pg from 'pg';
import { ensureServer } from '../../src/platform/database/embedded-server.js';
import { compiledProduct } from '../support/build.js';
import { expectTrueCollection, standingCollection } from '../support/collection-truth.js';
import { looks } from '../support/looks.js';
import { createRandomWeb, type ServedWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { killRest, newDataFolder, serverOf, Service } from '../support/service-processes.js';

const DEADLINE_MS = 600_000;
const FETCHES = 900;
const KILLS = 9;

let web: ServedWeb;
let receiver: WebhookReceiver;
let folder: string;
let api: Service;
let worker: Service;
let url: string;
const { call, until } = restCalls(() => url, DEADLINE_MS);

const startApi = async (): Promise<void> => {
  api = Service.start(compiledProduct(), {
    ...{ DATA_DIR: folder, ROLE: 'api', CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' },
  });
  url = String((await api.line('listening'))['url']);
};
const startWorker = (): void => {
  worker = Service.start(compiledProduct(), {
    ...{ DATA_DIR: folder, ROLE: 'worker', LEASE_SECONDS: '2', COMMIT_INTERVAL_MS: '50' },
    CRAWL_PROXY_URL: `http://127.0.0.1:${web.port}`,
    ...{ CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_RETRY_SECONDS: '1,1,2,2,5,5,10,10,30' },
  });
};

beforeAll(async () => {
  receiver = await new WebhookReceiver().start();
  web = await serveRandomWeb(createRandomWeb({ sites: 40, pagesPerSite: 60, linksPerPage: 12 }));
  folder = newDataFolder();
  await startApi();
  startWorker();
}, DEADLINE_MS);
afterAll(async () => {
  killRest();
  await receiver.kill();
  await web.close();
});

interface Session {
  readonly id: string;
  readonly state: string;
  readonly fetched: number;
}
interface Collection {
  readonly pages: number;
  readonly duplicates: number;
  readonly behind: number;
}

/** Processes to kill, in turn. */
const kills = [
  async () => {
    await worker.end('SIGKILL');
    startWorker();
  },
  async () => {
    // The receiver too: messages on their way are lost, and sent a second time.
    await receiver.kill();
    process.kill(serverOf(folder), 'SIGKILL');
    await receiver.start();
  },
  async () => {
    await api.end('SIGKILL');
    await startApi();
  },
];

/** Retries while nobody answers. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const { pause } = looks();
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause();
    }
  }
}

test(
  'a collection equals its rebuild, and a webhook has received each page once, however processes are killed and sessions deleted',
  async () => {
    const { id: topicId } = await call<{ id: string }>('POST', '/topics', {
      ...{
        name: 'cheese',
        keywords: ['cheese', 'cheddar'],
        seeds: createRandomWeb({ sites: 40, pagesPerSite: 60, linksPerPage: 12 }).seeds,
      },
    });
    const { secret } = await call<{ secret: string }>('POST', '/webhooks', {
      ...{ url: receiver.url, topicId, types: ['page.collected'] },
    });
    receiver.secrets.push(secret);
    const session = (policy: string): Promise<Session> =>
      patiently(() =>
        call<Session>('POST', `/topics/${topicId}/sessions`, {
          ...{
            policy,
            budget: { fetches: FETCHES },
            hostDelayMs: 0,
            robots: false,
            concurrency: 6,
            domainCap: 'unlimited',
          },
        }),
      );
    const collected = async (): Promise<number> => {
      const { pages, duplicates } = await patiently(() => call<Collection>('GET', `/topics/${topicId}/collection`));
      return pages + duplicates;
    };
    const first = [await session('breadth-first'), await session('random')];
    const { pause } = looks();
    for (let kill = 0; kill < KILLS; kill++) {
      // Each kill comes when more is collected: in the middle of writing.
      const before = await collected();
      const enough = Date.now() + 20_000;
      while ((await collected()) <= before && Date.now() < enough) await pause();
      await kills[kill % kills.length]();
    }
    const last = await session('breadth-first');
    await patiently(() => until<Session>(`/sessions/${last.id}`, ({ fetched }) => fetched > FETCHES / 10));
    // While the last one commits, an ended one is deleted, and all processes die in between.
    await patiently(() => until<Session>(`/sessions/${first[0].id}`, ({ state }) => state === 'completed'));
    await patiently(async () => {
      const { status } = await fetch(`${url}/v1/sessions/${first[0].id}`, { method: 'DELETE' });
      // It was deleted, and the response was lost.
      if (status !== 204 && status !== 404) throw new Error(`DELETE: ${status}`);
    });
    for (const kill of kills) await kill();
    // All existing ones: the response to a start may have been lost too.
    await patiently(() =>
      until<{ items: Session[] }>(`/topics/${topicId}/sessions`, ({ items }) =>
        items.every(({ state }) => state === 'completed'),
      ),
    );
    const upToDate = (): Promise<Collection> =>
      patiently(() => until<Collection>(`/topics/${topicId}/collection`, ({ behind }) => behind === 0));
    await upToDate();

    const db = new pg.Client({ connectionString: (await ensureServer(folder)).urlOf('gleaner') });
    await db.connect();
    try {
      await expectTrueCollection(db, topicId);
      const before = await standingCollection(db, topicId);
      expect(before.pages.length).toBeGreaterThan(FETCHES / 2);
      const job = await call<{ id: string }>('POST', `/topics/${topicId}/collection/rebuild`);
      await until<{ state: string }>(`/jobs/${job.id}`, ({ state }) => state === 'completed');
      await upToDate();
      expect(await standingCollection(db, topicId)).toEqual(before);
      // A rebuild, and the second session that finds a page, are no news.
      const { rows: pages } = await db.query<{ url: string }>(
        'SELECT url FROM collection_pages WHERE topic_id = $1 AND relevant AND representative',
        [topicId],
      );
      const received = (): string[] =>
        receiver.taken.flatMap(({ data }) => (data['pages'] as { url: string }[]).map((page) => page.url));
      await receiver.until(() => {
        const urls = new Set(received());
        return pages.every(({ url: one }) => urls.has(one));
      }, `${pages.length} pages`);
      expect(received()).toEqual([...new Set(received())]);
      expect(receiver.refused).toEqual([]);
    } finally {
      await db.end();
    }
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(await api.end('SIGTERM')).toBe(0);
  },
  3 * DEADLINE_MS,
);
