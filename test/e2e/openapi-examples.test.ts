import { readFileSync } from 'node:fs';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import type { ApiDocument, Operation } from '../support/openapi-calls.js';
import { complaints } from '../support/openapi-schemas.js';
import { restCalls } from '../support/rest-call.js';
import { startSharedWorker } from '../support/worker-process.js';
import { sql } from './sessions-client.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Answer {
  readonly id?: string;
  readonly code?: string;
  readonly field?: string;
  readonly detail?: string;
}

/** A page and a domain of a topic's collection, once a worker has collected them. */
async function collected(topicId: string): Promise<{ readonly key: string; readonly domain: string }> {
  const worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl });
  const { call, until } = restCalls(() => service.url, 120_000);
  await until<{ behind: number; pages: number }>(
    `/topics/${topicId}/collection`,
    ({ behind, pages }) => behind === 0 && pages > 0,
  );
  await worker.stop();
  const { items } = await call<{ items: { key: string; domain: string }[] }>('GET', `/topics/${topicId}/pages?first=1`);
  return items[0];
}

/** How the lists that a call exports differ from their examples: the columns of CSV, and the fields of JSON Lines. */
async function unlike({ operationId, responses }: Operation, url: string): Promise<string[]> {
  const contents =
    (responses?.['200'] as { content?: Record<string, { example?: string }> } | undefined)?.content ?? {};
  const found: string[] = [];
  for (const [type, format] of [
    ['text/csv', 'csv'],
    ['application/x-ndjson', 'jsonl'],
  ] as const) {
    const example = contents[type]?.example;
    if (typeof example !== 'string' || operationId === 'downloadExport') continue;
    const asked = new URL(service.url + url);
    asked.searchParams.set('format', format);
    const answer = await fetch(asked);
    const [first = ''] = (await answer.text()).split(/\r?\n/);
    const [wanted = ''] = example.split(/\r?\n/);
    const named = (line: string): string =>
      format === 'csv'
        ? line
        : Object.keys(JSON.parse(line) as object)
            .sort()
            .join();
    if (first !== '' && named(first) !== named(wanted))
      found.push(`${operationId ?? url} as ${format}: ${named(first)} is not ${named(wanted)}`);
  }
  return found;
}

/** A monitor of a topic. */
const MONITOR = `INSERT INTO monitors (id, topic_id, name, settings, crawl) VALUES (gen_random_uuid(), $1, 'm', '{}', '{}') RETURNING id`;
/** Creations first, then calls that need the created objects. */
const ORDER = [
  'createTopic',
  'putKeywords',
  'addExample',
  'importExamples',
  'trainModel',
  'createSession',
  'trainSpider',
  'updateTopic',
  'updateExample',
  'suggestKeywords',
  'suggestSeeds',
  'decideSeedCandidates',
  'expandKeywords',
  'decideKeywordCandidates',
  'judgeDocument',
  'createExperiment',
  'whatIf',
  'extendSession',
  'updateSession',
  'createSessionTemplate',
  'updateSessionTemplate',
  'switchModel',
  'labelPages',
  'createMonitor',
  'updateMonitor',
  'runMonitor',
  'runLabeller',
  'createProject',
  'updateProject',
  'createApiKey',
  'rotateApiKey',
  'createExport',
  'createCollectionExport',
  'createShare',
  'gatherDomains',
  'judgeCollected',
  'createSchedule',
  'updateSchedule',
  'createWebhook',
  'updateWebhook',
  'rotateWebhookSecret',
  'replayWebhookMessages',
];
const OF_COLLECTED = ['judgeCollected', 'gatherDomains'];
/** Refusals of a fresh service because of its state. */
const STATES = ['INVALID_STATE', 'CONFLICT'];
/** Candidates have names only once a job has found some. */
const isUnknownCandidate = (id: string, { field }: Answer): boolean =>
  (id === 'decideKeywordCandidates' || id === 'decideSeedCandidates') && field === 'accept[0]';

test('the examples of all requests run as they are offered', async () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
  const requests = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody !== undefined)
        .map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
    ),
  );
  expect([...requests.keys()].sort()).toEqual([...ORDER].sort());
  const rows = await insertSessionRows(service.databaseUrl, { steps: 20 });
  const known: Record<string, string> = {
    topics: rows.topicId,
    sessions: rows.sessionId,
    models: rows.modelId,
    examples: rows.topicId,
    monitors: (await sql<{ id: string }>(service.databaseUrl, MONITOR, [rows.topicId]))[0].id,
  };
  const { domain } = await collected(rows.topicId);
  for (const id of ORDER) {
    const request = requests.get(id);
    if (!request) throw new Error(id);
    const { path, method, operation } = request;
    // The topic that is created first has no collection.
    const ids = OF_COLLECTED.includes(id) ? { ...known, topics: rows.topicId } : known;
    const url = path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, before: string) => `${before}/${ids[before] ?? '0'}`);
    const [type, { schema, example }] = Object.entries(operation.requestBody?.content ?? {})[0] ?? ['', { schema: {} }];
    const offered = example ?? schema.example;
    // The only example values that name objects: they are replaced by real ones.
    const named: Readonly<Record<string, object>> = {
      switchModel: { modelId: rows.modelId },
      createSchedule: {
        ...(offered as object),
        action: { session: { topicId: rows.topicId, budget: { fetches: 5 } } },
      },
      createMonitor: { ...(offered as object), topicId: rows.topicId },
      judgeCollected: { domains: [{ name: domain, verdict: 'reject' }] },
      gatherDomains: { ...(offered as object), domains: [domain] },
      trainSpider: { ...(offered as object), sessions: [rows.sessionId], webs: [] },
    };
    const body = named[id] ?? offered;
    const response = await fetch(`${service.url}${url}`, {
      method: method.toUpperCase(),
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    expect([id, response.ok || STATES.includes(answer.code ?? '') || isUnknownCandidate(id, answer), answer]).toEqual([
      id,
      true,
      answer,
    ]);
    if (id === 'createTopic' && answer.id) known['topics'] = answer.id;
    if (id === 'addExample' && answer.id) known['examples'] = answer.id;
    if (id === 'createSessionTemplate' && answer.id) known['session-templates'] = answer.id;
    if (id === 'createSchedule' && answer.id) known['schedules'] = answer.id;
    if (id === 'createProject' && answer.id) known['projects'] = answer.id;
    if (id === 'createApiKey' && answer.id) known['keys'] = answer.id;
    if (id === 'createWebhook' && answer.id) known['webhooks'] = answer.id;
  }
});

/**
 * Values that Swagger UI fills in besides the path: parameters with an example or a default.
 *
 * @param given values that a person must fill in
 */
function filledIn(
  { parameters = [] }: Operation,
  given: Readonly<Partial<Record<string, string>>>,
): { query: URLSearchParams; headers: Record<string, string> } {
  const [query, headers]: [URLSearchParams, Record<string, string>] = [new URLSearchParams(), {}];
  for (const { name, in: place, example, schema } of parameters) {
    const value =
      given[name] ?? ((example ?? schema?.example ?? schema?.default) as string | number | boolean | null | undefined);
    if (value === undefined || value === null || place === 'path') continue;
    if (place === 'query') query.set(name, String(value));
    if (place === 'header') headers[name] = String(value);
  }
  return { query, headers };
}

test('all other calls run with the parameters that Swagger UI fills in', async () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
  const rows = await insertSessionRows(service.databaseUrl, { steps: 20 });
  const other = await insertSessionRows(service.databaseUrl, { steps: 5, topic: rows });
  const { key, domain } = await collected(rows.topicId);
  await sql(service.databaseUrl, `INSERT INTO screenshots (session_id, step, data) VALUES ($1, 0, '\\xffd8ffe0')`, [
    rows.sessionId,
  ]);
  const insert = async (text: string): Promise<string> =>
    (await sql<{ id: string }>(service.databaseUrl, text, [rows.topicId]))[0].id;
  const known: Record<string, string> = {
    topics: rows.topicId,
    sessions: rows.sessionId,
    models: rows.modelId,
    pages: '0',
    domains: '0',
    'keyword-sets': '1',
    policies: 'tres',
    graphiql: 'graphiql.js',
    projects: await insert(`INSERT INTO projects (id, name) VALUES (gen_random_uuid(), 'of ' || $1) RETURNING id`),
    keys: await insert(
      `INSERT INTO api_keys (id, project_id, name, scopes, secret_hash) SELECT gen_random_uuid(), id, 'k', '{read}', '' FROM projects WHERE name = 'of ' || $1 RETURNING id`,
    ),
    spiders: await insert(
      `INSERT INTO spiders (id, name, version, bins, text, discount, sessions) VALUES (gen_random_uuid(), 'of ' || $1, 1, 2, 'related', 0.5, '{}') RETURNING id`,
    ),
    experiments: await insert(
      `INSERT INTO experiments (id, name, plan, planned_runs) VALUES (gen_random_uuid(), 'of ' || $1,
        '{"web": {"kind": "recorded", "name": "w", "labels": []}, "seeds": [], "policies": [], "randomSeeds": [], "budgets": [], "reward": "model", "truth": "model", "session": {}}', 1) RETURNING id`,
    ),
    schedules: await insert(
      `INSERT INTO schedules (id, name, cron, time_zone, action_kind, action, missed, overlap)
       VALUES (gen_random_uuid(), 'of ' || $1, '@daily', 'UTC', 'session', jsonb_build_object('topicId', $1::text), 'skip', 'skip') RETURNING id`,
    ),
    monitors: await insert(
      `WITH made AS (${MONITOR}), page AS (INSERT INTO monitor_pages (monitor_id, url_key, url, state, title, rate)
        SELECT id, gen_random_uuid(), 'http://a.example/', 'WATCHED', 't', 1 FROM made) SELECT id FROM made`,
    ),
    // Of the session that is still there.
    exports: await insert(
      `INSERT INTO exports (id, session_id, form) SELECT gen_random_uuid(), id, '{"what": "warc"}' FROM sessions
       WHERE topic_id = $1 AND id <> '${rows.sessionId}' RETURNING id`,
    ),
    'session-templates': await insert(
      `INSERT INTO session_templates (id, name, settings) VALUES (gen_random_uuid(), 'of ' || $1, '{}') RETURNING id`,
    ),
    jobs: await insert(
      `INSERT INTO jobs (id, kind, subject_id, payload) VALUES (gen_random_uuid(), 'suggest-keywords', $1, '{}') RETURNING id`,
    ),
    examples: await insert(
      `INSERT INTO examples (id, topic_id, title, text, relevant) VALUES (gen_random_uuid(), $1, 't', 'a text', true) RETURNING id`,
    ),
    webhooks: await insert(
      `INSERT INTO webhooks (id, url, types, topic_id) VALUES (gen_random_uuid(), 'https://receiver.example/', '{model.trained}', $1) RETURNING id`,
    ),
    messages: await insert(
      `SELECT tell_webhook(id, 'model.trained', topic_id, NULL, topic_id, '{}') AS id FROM webhooks WHERE topic_id = $1`,
    ),
  };
  const second = await insert(`INSERT INTO models (id, topic_id, version, kind, status, config)
    VALUES (gen_random_uuid(), $1, 99, 'naive-bayes', 'FAILED', '{}') RETURNING id`);
  const share = await restCalls(() => service.url, 120_000).call<{ id: string; token: string }>(
    'POST',
    `/topics/${rows.topicId}/shares`,
    { name: 'museum' },
  );
  known['shares'] = share.id;
  expect(other.topicId).toBe(rows.topicId);
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation.requestBody === undefined);
  // Deletions come last: parts before their object, and the topic, which includes everything else, at the very end.
  const rank = ({ path, method }: { path: string; method: string }): number => {
    if (method !== 'delete') return method === 'get' ? 0 : 1;
    return /^\/v1\/(topics|projects)\/\{id\}$/.test(path) ? 4 : path.endsWith('}') ? 3 : 2;
  };
  const found: string[] = [];
  for (const { path, method, operation } of calls.sort((a, b) => rank(a) - rank(b))) {
    const ids = path.startsWith('/v1/sessions') ? [rows.sessionId, other.sessionId] : [rows.modelId, second];
    // A page graph needs a page or a domain, but neither is required by itself.
    const given = {
      ids: ids.join(','),
      ...(path.endsWith('/page-graph') && { step: '0' }),
      ...(path.startsWith('/v1/shared') && { token: share.token }),
    };
    const { query, headers } = filledIn(operation, given);
    const names = path.startsWith('/v1/topics') ? { ...known, pages: key, domains: domain } : known;
    const url = `${path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, before: string) => `${before}/${names[before] ?? '0'}`)}?${query.toString()}`;
    const response = await fetch(`${service.url}${url.replace(/\?$/, '')}`, { method: method.toUpperCase(), headers });
    const text = await response.text();
    expect([method, url, response.ok || response.status === 409 || [response.status, text.slice(0, 500)]]).toEqual([
      method,
      url,
      true,
    ]);
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const place = ['paths', path, method, 'responses', String(response.status), 'content', type, 'schema'];
    if (type === 'application/json' && path.startsWith('/v1/'))
      found.push(...complaints(place, JSON.parse(text)).map((complaint) => `${method} ${path}: ${complaint}`));
    if (response.ok && method === 'get') found.push(...(await unlike(operation, url)));
  }
  expect(found).toEqual([]);
});
