import path from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openDemoWeb } from '../../src/modules/research/demo-web/index.js';
import { serveRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { looks } from '../support/looks.js';
import { compiledProduct } from '../support/build.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { testThoroughly } from '../support/thoroughness.js';

const DEADLINE_MS = 300_000;
const MODERN = '2026-07-28';
const KEYWORDS = ['food', 'dish', 'meat', 'bread', 'cheese', 'fruit', 'vegetable', 'sauce', 'cake', 'drink'];

/** The inspected parts of responses. The client checks them by the tools' schemas. */
interface Data {
  readonly id: string;
  readonly topic_id: string;
  readonly topics: readonly object[];
  readonly session_id: string;
  readonly state: string;
  readonly job_id: string;
  readonly seeds: readonly { readonly accepted: boolean }[];
  readonly ended: boolean;
  readonly error: string | null;
  readonly relevant_pages: number;
  readonly pages: readonly { readonly step: number; readonly url: string; readonly session_id: string }[];
  readonly sites: readonly { readonly site: string; readonly relevant_pages: number }[];
  readonly next_cursor: string | null;
  readonly note: string;
  readonly text: string;
  readonly secret: string;
  readonly next_offset: number | null;
  readonly path: readonly object[];
  readonly best_pages: readonly { readonly url: string }[];
  readonly sessions: readonly { readonly session_id: string }[];
  readonly comparison: readonly { readonly relevant_pages: readonly number[] }[];
}
interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Data;
  readonly content: readonly { readonly text: string }[];
}

let service: TestService;
let web: Awaited<ReturnType<typeof serveRecordedWeb>>;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let seeds: string[];
/** Keys of a separate project, and of another one. */
const keys: { write: string; read: string; others: string } = { write: '', read: '', others: '' };
const open: Client[] = [];

beforeAll(async () => {
  const demo = openDemoWeb();
  const food = demo.entryUrls('noun.food');
  seeds = [0, 0.2, 0.4, 0.6, 0.8].map((part) => food[Math.floor(part * food.length)] ?? '');
  web = await serveRecordedWeb(demo, { port: 0 });
  service = await startService();
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: web.url,
    COMMIT_INTERVAL_MS: '200',
  });
  const post = async (at: string, body: object): Promise<Data> => {
    const answer = await fetch(`${service.url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Data;
  };
  for (const [name, scopes] of [['mine', ['write', 'read']] as const, ['others', ['write']] as const]) {
    const project = await post('/v1/projects', { name });
    for (const scope of scopes) {
      const { secret: text } = await post(`/v1/projects/${project.id}/keys`, { name: scope, scopes: [scope] });
      keys[name === 'others' ? 'others' : scope] = text;
    }
  }
}, DEADLINE_MS);
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await worker.stop();
  await service.stop();
  await web.close();
}, DEADLINE_MS);

async function connect(transport: Transport, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  open.push(client);
  return client;
}
const overHttp = (key: string): Transport =>
  new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
const overStdio = (key: string): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [path.join(compiledProduct(), 'cli/index.js'), 'mcp', '--url', service.url, '--key', key],
    stderr: 'inherit',
  });

const call = async (client: Client, name: string, args: object): Promise<Result> =>
  (await client.callTool({ name, arguments: args as Record<string, unknown> })) as unknown as Result;
/** The response of a tool. @throws Error with its text if it refuses */
async function answerOf(client: Client, name: string, args: object): Promise<Data> {
  const { isError, structuredContent, content } = await call(client, name, args);
  if (isError === true || structuredContent === undefined) throw new Error(`${name}: ${content[0]?.text}`);
  return structuredContent;
}

/** A whole task of an agent. @returns the ids of topic and session */
async function wholeTask(client: Client, name: string): Promise<{ topic: string; session: string }> {
  const { topic_id } = await answerOf(client, 'create_topic', { name, keywords: KEYWORDS, seeds });
  const { topics } = await answerOf(client, 'list_topics', { search: name });
  expect(topics).toEqual([expect.objectContaining({ topic_id, seeds: 5 })]);

  const started = await answerOf(client, 'start_session', { topic_id, budget: 1_000 });
  const { session_id } = started;
  expect(started).toMatchObject({ state: 'queued', ended: false, budget: 1_000 });
  let status = started;
  while (!status.ended && status.relevant_pages < 4)
    status = await answerOf(client, 'session_status', { session_id, wait_seconds: 20, until_relevant_pages: 4 });
  expect(status.error).toBeNull();

  const first = await answerOf(client, 'list_relevant_pages', { session_id, limit: 2 });
  expect(first.pages).toHaveLength(2);
  const more = await answerOf(client, 'list_relevant_pages', { session_id, limit: 2, cursor: first.next_cursor });
  const steps = [...first.pages, ...more.pages].map(({ step }) => step);
  expect(new Set(steps).size).toBe(steps.length);
  expect(first.note).toContain('not trusted');
  const { sites } = await answerOf(client, 'list_domains', { session_id });
  expect(sites[0]['relevant_pages']).toBeGreaterThan(0);

  const [step] = steps;
  const whole = await answerOf(client, 'get_page_text', { session_id, step, length: 12_000 });
  expect(whole.next_offset).toBeNull();
  let text = '';
  for (let offset: number | null = 0; offset !== null;) {
    const piece: Data = await answerOf(client, 'get_page_text', { session_id, step, offset, length: 100 });
    text += piece.text;
    offset = piece.next_offset;
  }
  expect(text).toBe(whole.text);
  expect(text.length).toBeGreaterThan(100);

  const why = await answerOf(client, 'explain_page', { session_id, step });
  expect(why).toMatchObject({ outcome: 'page', relevant: true, url: first.pages[0].url });
  expect(why.path.at(-1)).toMatchObject({ step });

  const queue = await answerOf(client, 'next_labels', { topic_id, limit: 3 });
  expect(queue.pages.length).toBeGreaterThan(0);
  const [asked] = queue.pages;
  const label = { session_id: asked.session_id, step: asked.step, relevant: false };
  expect(await answerOf(client, 'label_page', label)).toMatchObject({ changed: true, training_model_id: null });
  expect(await answerOf(client, 'label_page', label)).toMatchObject({ changed: false });

  const { sessions, comparison } = await answerOf(client, 'compare_sessions', { topic_id });
  expect(sessions.map((one) => one.session_id)).toEqual([session_id]);
  expect(comparison[0]['relevant_pages'].at(-1)).toBeGreaterThan(0);

  await answerOf(client, 'stop_session', { session_id });
  let ended = status;
  while (!ended.ended) ended = await answerOf(client, 'session_status', { session_id, wait_seconds: 20 });
  expect(ended.state).toBe('stopped');

  let collected: Data['sites'] = [];
  for (const { pause } = looks(); collected.length === 0; await pause())
    collected = (await answerOf(client, 'list_collected_domains', { topic_id })).sites;
  const [{ site }] = collected;
  const profile = await answerOf(client, 'describe_site', { topic_id, site });
  expect(profile).toMatchObject({
    site,
    verdict: 'undecided',
    words: expect.any(Array),
    share_at_most: expect.any(Number),
  });
  expect(profile.relevant_pages).toBeGreaterThan(0);
  expect(profile.best_pages[0].url).toContain(site);
  expect(profile.path.at(-1)).toBe(site);
  return { topic: topic_id, session: session_id };
}

describe('tools for agents', () => {
  let mine: { topic: string; session: string };

  test(
    'a whole task over HTTP',
    async () => {
      const client = await connect(overHttp(keys.write));
      expect(client.getServerVersion()).toMatchObject({ name: 'gleaner' });
      expect(client.getInstructions()).toContain('create_topic');
      mine = await wholeTask(client, 'food over HTTP');
    },
    DEADLINE_MS,
  );

  testThoroughly(
    'a whole task over standard input and output',
    async () => {
      await wholeTask(await connect(overStdio(keys.write)), 'food over stdio');
    },
    DEADLINE_MS,
  );

  test(
    'seeds are suggested from what was crawled before',
    async () => {
      const client = await connect(overHttp(keys.write));
      const { topic_id } = await answerOf(client, 'create_topic', { name: 'without seeds', keywords: KEYWORDS });
      let answer = await answerOf(client, 'suggest_seeds', { topic_id, limit: 5, accept_best: 1 });
      while (['queued', 'running'].includes(answer.state))
        answer = await answerOf(client, 'suggest_seeds', { topic_id, limit: 5, job_id: answer.job_id });
      expect([answer.state, answer.error, answer.seeds.length > 0]).toEqual(['completed', null, true]);
      expect(answer.seeds.filter(({ accepted }) => accepted)).toHaveLength(1);
    },
    DEADLINE_MS,
  );

  test(
    'the newest revision of the protocol, over both ways',
    async () => {
      for (const transport of [overHttp(keys.read), overStdio(keys.read)]) {
        const client = await connect(transport, 'auto');
        expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
        expect(await answerOf(client, 'session_status', { session_id: mine.session })).toMatchObject({ ended: true });
      }
    },
    DEADLINE_MS,
  );

  test('each tool describes its purpose, input and output', async () => {
    const { tools } = await (await connect(overHttp(keys.read))).listTools();
    expect(tools).toHaveLength(16);
    for (const { name, title, description = '', inputSchema, outputSchema, annotations } of tools) {
      expect([name, title?.length ?? 0, description.length]).toEqual([name, expect.any(Number), expect.any(Number)]);
      expect(description.length).toBeGreaterThan(60);
      expect(annotations?.readOnlyHint).toBe(/^(list|get|explain|describe|next|compare|session)_/.test(name));
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema?.type).toBe('object');
      const undescribed = Object.entries(inputSchema.properties ?? {}).filter(
        ([, one]) => !('description' in Object(one)),
      );
      expect([name, undescribed]).toEqual([name, []]);
    }
  });

  test('refusals name the field and the allowed values', async () => {
    const client = await connect(overHttp(keys.write));
    const refused = async (name: string, args: object) => {
      const { isError, content } = await call(client, name, args);
      return [isError, content.map(({ text }) => text).join('')];
    };
    expect(await refused('create_topic', { name: 'food over HTTP', keywords: ['food'] })).toEqual([
      true,
      expect.stringMatching(/^CONFLICT: .*food over HTTP/),
    ]);
    expect(await refused('start_session', { topic_id: mine.topic, seeds: ['nonsense'] })).toEqual([
      true,
      expect.stringMatching(/^VALIDATION_FAILED: [\s\S]*\nField: seeds/),
    ]);
    expect(await refused('start_session', { topic_id: mine.topic, policy: 'best' })).toEqual([
      true,
      expect.stringMatching(/\nAllowed: .*breadth-first/),
    ]);
    expect(await refused('list_domains', { session_id: mine.session, limit: 51 })).toEqual([
      true,
      expect.stringContaining('limit'),
    ]);
    expect(await refused('list_domains', { session_id: mine.session, pages: 1 })).toEqual([
      true,
      expect.stringContaining('pages'),
    ]);
  });

  test('a key that may only read starts nothing', async () => {
    const client = await connect(overHttp(keys.read));
    expect(await answerOf(client, 'session_status', { session_id: mine.session })).toMatchObject({ ended: true });
    const { isError, content } = await call(client, 'start_session', { topic_id: mine.topic });
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/^FORBIDDEN: /)]);
  });

  test("another project's key sees nothing", async () => {
    const client = await connect(overHttp(keys.others));
    expect((await answerOf(client, 'list_topics', {}))['topics']).toEqual([]);
    const { content } = await call(client, 'session_status', { session_id: mine.session });
    expect(content[0]?.text).toMatch(/^NOT_FOUND: /);
  });

  test('calls without a valid key, of other pages, and of other kinds are refused', async () => {
    const post = (headers: Record<string, string>, body = '{}') =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    const statusOf = async (answer: Promise<Response>) => (await answer).status;
    expect(await statusOf(post({ authorization: `Bearer ${keys.write.slice(0, -4)}AAAA` }))).toBe(401);
    expect(await statusOf(post({ authorization: `Bearer ${keys.write}`, origin: 'https://example.org' }))).toBe(403);
    expect(await statusOf(post({ origin: 'https://example.org' }))).toBe(403);
    expect(await statusOf(post({ authorization: `Bearer ${keys.write}` }, '[[['))).toBe(400);
    expect(
      await statusOf(post({ authorization: `Bearer ${keys.write}` }, JSON.stringify({ a: 'x'.repeat(2_000_000) }))),
    ).toBe(413);
    expect(await statusOf(fetch(`${service.url}/mcp`))).toBe(405);
  });
});
