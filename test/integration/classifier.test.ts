import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { DocumentText } from '../../src/domain/text/index.js';
import type { Classifier, ClassifierCall, HttpConfig } from '../../src/domain/relevance/index.js';
import { httpConfigSchema } from '../../src/domain/relevance/http/http-config.js';
import { ClassifierOutagesRepository } from '../../src/modules/topics/models/classifier/classifier-outages.repository.js';
import { ClassifierVerdictsRepository } from '../../src/modules/topics/models/classifier/classifier-verdicts.repository.js';
import { Classifiers } from '../../src/modules/topics/models/classifier/classifiers.js';
import { type AppConfig, loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import {
  byIds,
  classifying,
  failing,
  first,
  hanging,
  hangingUp,
  saying,
  startClassifier,
  type ClassifierAnswer,
  type TestClassifier,
} from '../support/classifier-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';
import { testThoroughly } from '../support/thoroughness.js';

useDefaultProject();

const QUICK = { retries: 1, maxWaitMs: 20, timeoutMs: 2_000 };
const IMPATIENT: ClassifierCall = { signal: new AbortController().signal, patienceMs: 0 };
const PATIENT: ClassifierCall = { ...IMPATIENT, patienceMs: 60_000 };
const SECRET = 'Bearer hush-hush-hush';

const page = (n: number, topic = n % 2 === 0 ? 'cheese' : 'engine'): DocumentText => ({
  url: `http://site.example/p${n}`,
  title: `Page ${n}`,
  description: '',
  text: `All about ${topic}.`,
});
const pages = (count: number, from = 0): DocumentText[] => Array.from({ length: count }, (_, i) => page(from + i));
const expected = (documents: readonly DocumentText[]): number[] =>
  documents.map(({ text }) => (text.includes('cheese') ? 0.9 : 0.1));

describe('a classifier over HTTP', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let prisma: PrismaService;
  let verdicts: ClassifierVerdictsRepository;
  let topicId: string;
  let server: TestClassifier;
  let version = 0;
  const opened: Classifiers[] = [];
  const servers: TestClassifier[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    prisma = new PrismaService(database.url, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' }));
    verdicts = new ClassifierVerdictsRepository(prisma);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO topics (id, name, updated_at) VALUES (gen_random_uuid(), 'cheese', now()) RETURNING id`,
    );
    topicId = rows[0].id;
    // This test causes the events to be observed.
    Logger.overrideLogger(false);
  });
  beforeEach(async () => {
    server = await serving();
  });
  afterEach(async () => {
    for (const classifiers of opened.splice(0)) await classifiers.onModuleDestroy();
    for (const one of servers.splice(0)) await one.close();
  });
  afterAll(async () => {
    await prisma.onApplicationShutdown();
    await client.end();
    await database.drop();
  });

  async function serving(how?: ClassifierAnswer): Promise<TestClassifier> {
    const started = await startClassifier(how);
    servers.push(started);
    return started;
  }
  /** A process that may call classifiers on this machine, by default. */
  function process(
    environment: Record<string, string> = { CRAWL_ALLOW_PRIVATE_NETWORKS: 'true', CRAWL_ALLOWED_PORTS: 'any' },
  ): Classifiers {
    const config: AppConfig = loadConfig({ ROLE: 'worker', LOG_LEVEL: 'silent', ...environment });
    const classifiers = new Classifiers(verdicts, new ClassifierOutagesRepository(prisma), config);
    opened.push(classifiers);
    return classifiers;
  }
  const settings = (more: object = {}): HttpConfig => httpConfigSchema.parse({ url: server.url, ...QUICK, ...more });
  async function newModel(): Promise<string> {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO models (id, topic_id, version, kind, status, config)
       VALUES (gen_random_uuid(), $1, $2, 'http', 'READY', '{}') RETURNING id`,
      [topicId, ++version],
    );
    return rows[0].id;
  }
  const connect = async (more: object = {}, environment?: Record<string, string>): Promise<Classifier> =>
    process(environment).of(await newModel(), settings(more));
  const sizes = (): number[] => server.requests.map(({ documents }) => documents.length).sort((a, b) => b - a);

  describe('asking', () => {
    it('sends documents in full batches, no more requests at a time than allowed, and answers in order', async () => {
      server.answer(classifying(30));
      const classifier = await connect({ batchSize: 16, concurrency: 2 });
      const documents = pages(100);
      expect(await classifier.scoreMany(documents, IMPATIENT)).toEqual(expected(documents));
      expect(sizes()).toEqual([16, 16, 16, 16, 16, 16, 4]);
      expect(server.mostAtOnce()).toBe(2);
      expect(server.requests[0].headers['content-type']).toBe('application/json');
      expect(server.requests[0].documents[0]).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), ...documents[0] });
    });

    it('gathers documents of several callers, and lets a partial batch wait its time only', async () => {
      const classifier = await connect({ batchSize: 8, maxWaitMs: 100 });
      const documents = pages(11);
      const scores = await Promise.all(
        documents.map(async (document) => (await classifier.scoreMany([document], IMPATIENT))[0]),
      );
      expect(scores).toEqual(expected(documents));
      expect(sizes()).toEqual([8, 3]);
    });

    it('understands results by id', async () => {
      server.answer(byIds);
      const documents = pages(20);
      expect(await (await connect()).scoreMany(documents, IMPATIENT)).toEqual(expected(documents));
    });

    it('cuts the text to what was agreed on', async () => {
      const classifier = await connect({ maxChars: 100 });
      await classifier.scoreMany([{ ...page(0), text: 'cheese '.repeat(1_000) }], IMPATIENT);
      expect(server.requests[0].documents[0].text).toHaveLength(100);
    });

    it('asks once about a document that several ask about at a time', async () => {
      server.answer(classifying(80));
      const classifier = await connect();
      const callers = Array.from({ length: 20 }, () => classifier.scoreMany(pages(5), IMPATIENT));
      await server.until(1);
      callers.push(...Array.from({ length: 20 }, () => classifier.scoreMany(pages(5), IMPATIENT)));
      for (const scores of await Promise.all(callers)) expect(scores).toEqual(expected(pages(5)));
      expect([...server.asked().values()]).toEqual([1, 1, 1, 1, 1]);
    });

    it('is done without by who stops waiting, and ends a request nobody waits for', async () => {
      server.answer(hanging);
      const classifier = await connect({ timeoutMs: 60_000 });
      const [one, both] = [new AbortController(), new AbortController()];
      const left = classifier.scoreMany([page(1)], { signal: one.signal, patienceMs: 60_000 });
      const shared = classifier.scoreMany([page(1)], { signal: both.signal, patienceMs: 60_000 });
      await server.until(1);
      one.abort(new Error('enough'));
      await expect(left).rejects.toThrow('enough');
      both.abort(new Error('enough too'));
      await expect(shared).rejects.toThrow('enough too');
      server.answer(classifying());
      expect(await classifier.scoreMany([page(1)], IMPATIENT)).toEqual([0.1]);
      expect(server.requests).toHaveLength(2);
    });
  });

  describe('verdicts', () => {
    it('are kept: neither the same process nor another asks again, and another model does', async () => {
      const modelId = await newModel();
      const documents = pages(40);
      await process().of(modelId, settings()).scoreMany(documents, IMPATIENT);
      expect(server.requests).toHaveLength(3);
      for (const classifiers of [opened[0], process()]) {
        expect(await classifiers.of(modelId, settings()).scoreMany(documents, IMPATIENT)).toEqual(expected(documents));
      }
      expect(server.requests).toHaveLength(3);
      // Other words under the same URL are another document.
      await process()
        .of(modelId, settings())
        .scoreMany([page(0, 'engines')], IMPATIENT);
      expect(server.requests).toHaveLength(4);
      await process()
        .of(await newModel(), settings())
        .scoreMany(documents, IMPATIENT);
      expect(server.requests).toHaveLength(7);
    });

    it('are forgotten when they are old, too many, or their model is gone', async () => {
      await client.query('DELETE FROM classifier_verdicts');
      const modelId = await newModel();
      const count = async (): Promise<number> =>
        (await client.query<{ count: number }>('SELECT count(*)::int AS count FROM classifier_verdicts')).rows[0].count;
      await process().of(modelId, settings()).scoreMany(pages(30), IMPATIENT);
      await client.query(
        `UPDATE classifier_verdicts SET judged_at = now() - interval '31 days' WHERE probability < 0.5`,
      );
      expect(await opened[0].of(modelId, settings()).scoreMany([page(1)], IMPATIENT)).toEqual([0.1]);
      expect(server.asked().get(page(1).url)).toBe(2);
      await verdicts.sweep();
      expect(await count()).toBe(16);
      await verdicts.sweep(10);
      expect(await count()).toBe(10);
      await client.query('DELETE FROM models WHERE id = $1', [modelId]);
      expect(await count()).toBe(0);
      await verdicts.save(modelId, [{ id: '00'.repeat(16), probability: 1 }]);
      expect(await count()).toBe(0);
    });

    it('that cannot be read or kept are asked for', async () => {
      await client.query('ALTER TABLE classifier_verdicts RENAME TO hidden');
      try {
        const classifier = await connect();
        expect(await classifier.scoreMany(pages(3), IMPATIENT)).toEqual(expected(pages(3)));
        expect(await classifier.scoreMany(pages(3), IMPATIENT)).toEqual(expected(pages(3)));
        expect(server.requests).toHaveLength(2);
      } finally {
        await client.query('ALTER TABLE hidden RENAME TO classifier_verdicts');
      }
    });
  });

  describe('trouble', () => {
    it.each<[string, ClassifierAnswer]>([
      ['500', failing(500)],
      ['408', failing(408)],
      ['hanging', hanging],
      ['a closed connection', hangingUp],
      ['an answer that is none', saying('<html>')],
    ])('%s, once: it is asked again', async (_, trouble) => {
      server.answer(first(1, trouble, classifying()));
      expect(await (await connect()).scoreMany(pages(4), IMPATIENT)).toEqual(expected(pages(4)));
      expect(sizes()).toEqual([4, 4]);
    });

    it('429 with Retry-After: it is asked again no sooner', async () => {
      server.answer(first(1, failing(429, { 'retry-after': '1' }), classifying()));
      const start = Date.now();
      expect(await (await connect()).scoreMany(pages(4), IMPATIENT)).toEqual(expected(pages(4)));
      expect(Date.now() - start).toBeGreaterThanOrEqual(990);
      expect(server.requests).toHaveLength(2);
    });

    it.each<[string, ClassifierAnswer, number, string]>([
      ['401', failing(401, {}, '{"error": "who are you?"}'), 1, 'HTTP 401: {"error": "who are you?"}'],
      ['404', failing(404), 1, 'HTTP 404'],
      ['a redirect', failing(302, { location: 'http://127.0.0.1:1/' }), 1, 'HTTP 302: redirects are not followed'],
      ['no JSON', saying('<html>'), 2, 'it is not JSON'],
      ['a wrong count', saying('{"probabilities": [0.5]}'), 2, 'it has 1 probabilities for 4 documents'],
      [
        'no probability',
        saying('{"probabilities": [0.5, 7, 0.5, 0.5]}'),
        2,
        'probability 1 is 7, not a number in [0, 1]',
      ],
      ['an endless answer', saying(`{"probabilities": [${'0.5, '.repeat(100_000)}0.5]}`), 2, 'too long'],
    ])('%s, always: the call fails soon, even of the patient', async (_, trouble, requests, message) => {
      server.answer(trouble);
      const failure = (await connect()).scoreMany(pages(4), PATIENT);
      await expect(failure).rejects.toThrow(message);
      await expect(failure).rejects.toThrow(server.url);
      await expect(failure).rejects.toMatchObject({
        name: 'ClassifierError',
        reason: requests === 1 ? 'refused' : 'malformed',
      });
      expect(server.requests).toHaveLength(requests);
    });

    it('a closed port: the call fails after its time, with the last error', async () => {
      const { url } = server;
      const classifier = await connect({ url });
      await server.close();
      const failure = classifier.scoreMany(pages(4), { ...IMPATIENT, patienceMs: 1_500 });
      await expect(failure).rejects.toThrow(/has been down for \d s: connect/);
      await expect(failure).rejects.toMatchObject({ reason: 'unavailable' });
    });

    testThoroughly(
      'a dead classifier is left alone: one request at a time finds out whether it lives, whoever waits',
      async () => {
        server.answer(failing(503));
        const classifier = await connect({ batchSize: 2, concurrency: 4 });
        const all = classifier.scoreMany(pages(40), PATIENT);
        await server.until(8);
        // Eight requests, four at a time with one retry each; then single ones, at least half a second apart.
        const before = server.requests.length;
        expect(before).toBeLessThanOrEqual(10);
        const since = Date.now();
        await server.until(before + 2);
        expect(Date.now() - since).toBeGreaterThan(400);
        server.answer(classifying());
        expect(await all).toEqual(expected(pages(40)));
        expect(server.requests.length).toBeLessThanOrEqual(before + 2 + 20 + 2);
      },
    );
  });

  describe('the guard', () => {
    it('keeps users from probing this machine or network, unless the operator allows it', async () => {
      const refused = (await connect({}, {})).scoreMany([page(0)], PATIENT);
      await expect(refused).rejects.toThrow(/blocked-address/);
      const byName = (
        await connect({ url: `http://localhost:${new URL(server.url).port}/` }, { CRAWL_ALLOWED_PORTS: 'any' })
      ).scoreMany([page(0)], PATIENT);
      await expect(byName).rejects.toThrow(/blocked-address/);
      expect(server.requests).toHaveLength(0);
      expect(await (await connect({}, { CLASSIFIER_ORIGINS: server.origin })).scoreMany([page(0)], IMPATIENT)).toEqual([
        0.9,
      ]);
    });

    it('sends a secret only to its origin, and never reveals it', async () => {
      const environment = {
        CLASSIFIER_ORIGINS: server.origin,
        CLASSIFIER_SECRETS: JSON.stringify({ mine: { origin: server.origin, value: SECRET } }),
      };
      await (await connect({ authorization: { secret: 'mine' } }, environment)).scoreMany([page(0)], IMPATIENT);
      expect(server.requests[0].headers.authorization).toBe(SECRET);
      await (await connect({}, environment)).scoreMany([page(0)], IMPATIENT);
      expect(server.requests[1].headers.authorization).toBeUndefined();

      const other = await serving();
      const elsewhere = await connect(
        { url: other.url, authorization: { secret: 'mine' } },
        { ...environment, CLASSIFIER_ORIGINS: `${server.origin},${other.origin}` },
      );
      await expect(elsewhere.scoreMany([page(0)], PATIENT)).rejects.toThrow(`no secret "mine" for ${other.origin}`);
      await expect(
        (await connect({ authorization: { secret: 'constructor' } }, environment)).scoreMany([page(0)], PATIENT),
      ).rejects.toThrow('no secret');
      expect(other.requests).toHaveLength(0);

      server.answer(
        ({ headers }, response) => void response.writeHead(403).end(`not you: ${headers.authorization ?? ''}`),
      );
      const failure = (await connect({ authorization: { secret: 'mine' } }, environment)).scoreMany([page(0)], PATIENT);
      await expect(failure).rejects.toThrow('HTTP 403: not you: …');
    });

    it('reads secrets from JSON, or refuses them without repeating them', () => {
      const given = (text: string): AppConfig => loadConfig({ CLASSIFIER_SECRETS: text });
      expect(
        given('{"a": {"origin": "https://c.example", "value": "k", "header": "X-Key"}}').CLASSIFIER_SECRETS,
      ).toEqual({
        a: { origin: 'https://c.example', header: 'x-key', value: 'k' },
      });
      for (const wrong of [
        'hush',
        '{"a": "hush"}',
        '{"a": {"origin": "https://c.example/path", "value": "hush"}}',
        '{"a": {"origin": "https://c.example", "value": "hu\\nsh"}}',
      ]) {
        expect(() => given(wrong)).toThrow(/CLASSIFIER_SECRETS: the given value is not allowed/);
        expect(() => given(wrong)).not.toThrow(/hu/);
      }
      expect(() => loadConfig({ CLASSIFIER_ORIGINS: 'https://c.example/score' })).toThrow(/CLASSIFIER_ORIGINS/);
    });
  });
});
