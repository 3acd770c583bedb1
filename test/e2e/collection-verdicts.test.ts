import pg from 'pg';
import { expectTrueCollection } from '../support/collection-truth.js';
import { looks } from '../support/looks.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { startSharedWorker } from '../support/worker-process.js';
import { type ListBody, type SessionBody, sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Page {
  readonly key: string;
  readonly url: string;
  readonly domain: string;
  readonly relevant: boolean;
  readonly label: boolean | null;
  readonly probability: number;
  readonly tags: readonly string[];
  readonly note: string;
}
interface Domain {
  readonly name: string;
  readonly verdict: string;
  readonly relevant: number;
  readonly pages: number;
  readonly unfetched: number;
}

let service: TestService;
let worker: { stop(): Promise<void> };
let api: ApiClient;
let rows: SessionRows;
let topicId: string;

beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 200, seed: 3, domains: 12 });
  ({ topicId } = rows);
  worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl });
  await upToDate();
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

const get = async <T>(path: string): Promise<T> => {
  const { status, body } = await api.rest<T>('GET', `/topics/${topicId}/${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
async function upToDate(): Promise<void> {
  const { pause } = looks();
  for (;;) {
    const { behind, pages } = await get<{ behind: number; pages: number }>('collection');
    if (behind === 0 && pages > 0) return;
    await pause();
  }
}
const pages = async (query: string): Promise<readonly Page[]> =>
  (await get<ListBody<Page>>(`pages?first=200&${query}`)).items;
const domains = async (query: string): Promise<readonly Domain[]> =>
  (await get<ListBody<Domain>>(`domains?first=200&${query}`)).items;
const say = (input: object) => api.rest<Record<string, unknown[]>>('POST', `/topics/${topicId}/verdicts`, input);
const examples = () =>
  sql<{ url: string; relevant: boolean; text: string | null }>(
    service.databaseUrl,
    'SELECT url, relevant, text FROM examples WHERE topic_id = $1 ORDER BY url',
    [topicId],
  );
const isTrue = async (): Promise<void> => {
  await upToDate();
  const db = new pg.Client({ connectionString: service.databaseUrl });
  await db.connect();
  try {
    await expectTrueCollection(db, topicId);
  } finally {
    await db.end();
  }
};

test('a verdict on pages is their label; many at once, with tags and notes, and sent back it is undone', async () => {
  const all = (await pages('sort=probability')).slice(0, 120);
  const [one, other] = all;
  const input = {
    pages: [
      { key: one.key, verdict: 'not-relevant', tags: ['shop ', 'shop', 'b'], note: 'sells it' },
      ...all.slice(1).map(({ key }) => ({ key, verdict: 'relevant' })),
    ],
  };
  const { status, body: before } = await say(input);
  expect([status, before]).toMatchObject([200, {}]);
  expect(before['pages'][0]).toEqual({ key: one.key, verdict: 'undecided', tags: [], note: '' });
  await isTrue();
  expect(await pages(`tag=shop`)).toMatchObject([
    { key: one.key, label: false, relevant: false, tags: ['b', 'shop'], note: 'sells it' },
  ]);
  expect(await pages('labelled=true')).toHaveLength(all.length);
  // They are examples like any other, with the text that was judged.
  const labelled = await examples();
  expect(labelled).toHaveLength(all.length);
  expect(labelled.find(({ url }) => url === other.url)).toMatchObject({
    relevant: true,
    text: expect.any(String) as string,
  });
  // Omitted fields stay.
  await say({ pages: [{ key: one.key, note: 'sells much of it' }] });
  // Two people add tags, and one of them removes a tag, without taking back each other's.
  await Promise.all(['c', 'd'].map((tag) => say({ pages: [{ key: one.key, addTags: [tag, ' b '] }] })));
  await say({ pages: [{ key: one.key, removeTags: ['c', 'none'], addTags: [] }] });
  expect(await pages('tag=shop')).toMatchObject([{ tags: ['b', 'd', 'shop'] }]);
  await say({ pages: [{ key: one.key, removeTags: ['d'] }] });
  expect(await pages('tag=shop')).toMatchObject([{ label: false, note: 'sells much of it', tags: ['b', 'shop'] }]);
  const { body: changed } = await say(before);
  expect(changed['pages'][0]).toEqual({
    key: one.key,
    verdict: 'not-relevant',
    tags: ['b', 'shop'],
    note: 'sells much of it',
  });
  await isTrue();
  expect([await examples(), await pages('labelled=true'), await pages('tag=shop')]).toEqual([[], [], []]);
  const audit = await sql<{ object: string; call: string }>(
    service.databaseUrl,
    `SELECT DISTINCT object, call FROM audit_entries WHERE object IN ('examples', 'collection_remarks') ORDER BY 1`,
  );
  expect(audit.map(({ object }) => object)).toEqual(['collection_remarks', 'examples']);
});

test('a label that a verdict gave, and that a person confirms, stays when the verdict is withdrawn', async () => {
  const [{ name }] = await domains('sort=pages');
  await say({ domains: [{ name: name.toUpperCase(), verdict: 'reject' }] });
  await isTrue();
  const taught = await pages(`domain=${name}&labelled=true`);
  expect(taught.length).toBeGreaterThan(3);
  const [said, imported, patched, ...others] = taught;
  await say({ pages: [{ key: said.key, verdict: 'not-relevant' }] });
  const line = JSON.stringify({ url: imported.url, relevant: false });
  const { body: bulk } = await api.lines(`/topics/${topicId}/examples/bulk`, [line]);
  expect(bulk).toMatchObject({ unchanged: 1 });
  const [{ id }] = await sql<{ id: string }>(service.databaseUrl, 'SELECT id FROM examples WHERE url = $1', [
    patched.url,
  ]);
  await api.rest('PATCH', `/topics/${topicId}/examples/${id}`, { relevant: false });
  const { body: before } = await say({ domains: [{ name, verdict: 'undecided' }] });
  expect(before['domains']).toMatchObject([{ name, verdict: 'reject' }]);
  const kept = [said.url, imported.url, patched.url];
  expect((await examples()).map(({ url }) => url)).toEqual([...kept].sort());
  expect(others.length).toBeGreaterThan(0);
  await say({ pages: taught.map(({ key }) => ({ key, verdict: 'undecided' })) });
  await isTrue();
  expect(await examples()).toEqual([]);
});

test('a rejected domain has no relevant pages, is kept out of further sessions, and teaches a few labels that go with the verdict', async () => {
  const [best, second] = await domains('sort=relevant');
  const { body: before } = await say({ domains: [{ name: best.name, verdict: 'reject', tags: ['spam'] }] });
  await isTrue();
  expect(await domains(`tag=spam`)).toMatchObject([
    { name: best.name, verdict: 'reject', relevant: 0, pages: best.pages },
  ]);
  expect((await domains('verdict=undecided')).map(({ name }) => name)).not.toContain(best.name);
  expect(await pages(`domain=${best.name}&relevant=true`)).toEqual([]);
  const taught = await examples();
  expect(taught.length).toBe(Math.min(5, best.pages));
  expect(taught.every(({ url, relevant }) => !relevant && url.includes(best.name))).toBe(true);
  // A person labels one page of it as relevant.
  const [page] = await pages(`domain=${best.name}`);
  await say({ pages: [{ key: page.key, verdict: 'relevant' }] });
  await isTrue();
  expect((await pages(`domain=${best.name}&relevant=true`)).map(({ key }) => key)).toEqual([page.key]);

  const start = async (input: object): Promise<SessionBody> => {
    const { status, body } = await api.rest<SessionBody>('POST', `/topics/${topicId}/sessions`, {
      ...{ budget: { fetches: 5 }, ...input },
    });
    expect(status).toBe(202);
    await api.rest('POST', `/sessions/${body.id}/stop`);
    return body;
  };
  const byRank = (await pages(`domain=${second.name}&relevant=true&duplicate=false&sort=probability`)).map(
    ({ url }) => url,
  );
  expect(byRank.length).toBeGreaterThan(4);
  await say({ domains: [{ name: second.name, verdict: 'keep' }] });
  // Sure relevant pages and doubtful ones.
  expect(
    (await examples())
      .filter(({ url, relevant }) => relevant && byRank.includes(url))
      .map(({ url }) => url)
      .sort(),
  ).toEqual([1, 3, 5].map((part) => byRank[Math.ceil((byRank.length * part) / 6) - 1]).sort());
  const session = await start({ scope: { denyHosts: ['other.example'] } });
  expect(session.config['scope']).toMatchObject({ denyHosts: ['other.example', best.name] });
  const kept = (await pages(`domain=${second.name}&relevant=true&sort=probability`)).slice(0, 3).map(({ url }) => url);
  const seeds = rows.topicId === topicId ? session.seeds : [];
  expect(seeds.slice(3)).toEqual([`http://www.${second.name}/`, ...kept]);
  const own = await start({ seeds: ['http://own.example/'] });
  expect(own.seeds).toEqual(['http://own.example/']);
  expect(own.config['scope']).toEqual({ denyHosts: [best.name] });

  // Undone: the labels that the verdict gave are gone, and the one that a person gave is there.
  await say(before);
  await isTrue();
  expect((await domains(`search=${best.name}`))[0]).toMatchObject({ verdict: 'undecided' });
  const left = await examples();
  expect(left.filter(({ url }) => url.includes(best.name))).toMatchObject([{ url: page.url, relevant: true }]);
  expect((await start({})).config['scope']).toEqual({});
});

test('chosen domains are gathered by a session that goes nowhere else', async () => {
  const [first, second, third] = await domains('sort=pages');
  const [few, many] = [first, second].map((one) => one.unfetched).sort((a, b) => a - b);
  expect(few + many).toBeGreaterThan(40);
  const { status, body } = await api.rest<SessionBody>('POST', `/topics/${topicId}/gather`, {
    ...{ domains: [first.name, second.name], fetches: 40, policy: 'breadth-first' },
  });
  expect([status, body]).toMatchObject([
    202,
    {
      topicId,
      policy: 'breadth-first',
      config: {
        ...{ budget: { fetches: 40 }, domainCap: { kind: 'fixed', max: few > 20 ? 20 : 40 - few }, sitemaps: true },
        ...{ known: 'reuse', eagerness: 1 },
        scope: { allowHosts: [first.name, second.name] },
      },
    },
  ]);
  expect(body.seeds.slice(0, 2)).toEqual([`http://www.${first.name}/`, `http://www.${second.name}/`]);
  expect(body.seeds.every((url) => url.includes(first.name) || url.includes(second.name))).toBe(true);
  await api.rest('POST', `/sessions/${body.id}/stop`);
  // Settings replace what gathering chooses, but for what it is about.
  const gather = (session: object) =>
    api.rest<SessionBody>('POST', `/topics/${topicId}/gather`, { domains: [first.name], fetches: 7, session });
  const settings = { archive: true, hostDelayMs: 50, domainCap: 5, sitemaps: false, policy: 'random' };
  const { body: own } = await gather({ ...settings, budget: { fetches: 9 }, scope: { allowHosts: ['x.example'] } });
  expect(own).toMatchObject({
    policy: 'random',
    config: {
      ...{ archive: true, hostDelayMs: 50, domainCap: { max: 5 }, sitemaps: false, known: 'reuse' },
      ...{ budget: { fetches: 7 }, scope: { allowHosts: [first.name] } },
    },
  });
  await api.rest('POST', `/sessions/${own.id}/stop`);
  for (const [session, field] of [
    [{ seeds: ['http://x.example/'] }, 'session.seeds'],
    [{ hostDelayMs: -1 }, 'session.hostDelayMs'],
    [{ policy: 'none' }, 'session.policy'],
  ] as const)
    expect((await gather(session)).body).toMatchObject({ code: 'VALIDATION_FAILED', field });
  await say({ domains: [{ name: third.name, verdict: 'reject' }] });
  for (const [names, field, allowed = expect.anything() as unknown] of [
    [[first.name, third.name], 'domains[1]'],
    [['nowhere.example'], 'domains[0]'],
    [[`www.${first.name}`], 'domains[0]', `names of domains of the collection, such as ${first.name}`],
  ] as const) {
    const refused = await api.rest('POST', `/topics/${topicId}/gather`, { domains: names, fetches: 5 });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'VALIDATION_FAILED', field, allowed }]);
  }
});

const tagsNamed = (name: string): string[] => Array.from({ length: 20 }, (_, i) => `${name}${i}`);

test.each<[input: object, field: string, allowed?: string]>([
  [{}, 'pages'],
  [{ pages: [{ key: 'none' }] }, 'pages[0].key'],
  [{ pages: [{ key: '00000000-0000-0000-0000-000000000000' }] }, 'pages[0].key'],
  [{ domains: [{ name: 'nowhere.example', verdict: 'reject' }] }, 'domains[0].name'],
  [
    { domains: [{ name: 'https://www.shop.site-1.example/', verdict: 'keep' }] },
    'domains[0].name',
    'names of domains of the collection, such as site-1.example',
  ],
  [{ domains: [{ name: 'site-1.example' }, { name: 'site-1.example' }] }, 'domains[1].name'],
  [{ domains: [{ name: 'site-1.example', verdict: 'burn' }] }, 'domains[0].verdict'],
  [{ domains: [{ name: 'site-1.example', tags: ['x'.repeat(51)] }] }, 'domains[0].tags[0]'],
  [{ domains: [{ name: 'site-1.example', addTags: ['a', ' '] }] }, 'domains[0].addTags[1]', 'words'],
  [
    { domains: [{ name: 'site-1.example', tags: tagsNamed('a'), addTags: ['b'] }] },
    'domains[0].addTags',
    'at most 20 tags in all',
  ],
  [{ domains: Array.from({ length: 201 }, (_, i) => ({ name: `site-${i}.example` })) }, 'domains'],
  [{ domains: [[]] }, 'domains[0]'],
])(
  'remarks %# are refused, and nothing of them is said',
  async (input, field, allowed = expect.anything() as string) => {
    const count = async (): Promise<unknown[]> =>
      sql(service.databaseUrl, 'SELECT * FROM collection_remarks ORDER BY key');
    const before = await count();
    const { status, body } = await say(input);
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION_FAILED', field, allowed }]);
    expect(await count()).toEqual(before);
  },
);
