import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  buildSchema,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLObjectType,
} from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { selectionOf } from '../support/graphql-fuzz.js';
import type { ApiDocument, Operation } from '../support/openapi-calls.js';
import { insertOwnedRows, type OwnedRows } from '../support/owned-rows.js';
import { startService, type TestService } from '../support/service.js';
import { sql } from './sessions-client.js';
import { testThoroughly } from '../support/thoroughness.js';

/*
 * Every REST call and every GraphQL query, mutation and subscription, with the key of one project and the ids of
 * another: it must answer as for objects that do not exist. New calls are included; if this file does not know the
 * meaning of their arguments, the test fails.
 */

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let service: TestService;
/** Theirs is the default project, ours another one, whose key we hold. */
let theirs: OwnedRows;
let ours: OwnedRows;
let ourKey: string;
let theirProject: string;
let theirApiKey: string;

interface Answer {
  readonly status: number;
  readonly text: string;
}
async function call(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${ourKey}`, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
const asOperator = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return (await response.json()) as Record<string, unknown>;
};

beforeAll(async () => {
  service = await startService();
  theirs = await insertOwnedRows(service.databaseUrl, 'theirs');
  const { id: projectId } = await asOperator('POST', '/v1/projects', { name: 'ours' });
  ours = await insertOwnedRows(service.databaseUrl, 'ours', String(projectId));
  const made = await asOperator('POST', `/v1/projects/${String(projectId)}/keys`, { name: 'walk', scopes: ['admin'] });
  ourKey = String(made['secret']);
  theirProject = String((await asOperator('GET', '/v1/project'))['id']);
  const key = await asOperator('POST', `/v1/projects/${theirProject}/keys`, { name: 'theirs', scopes: ['read'] });
  theirApiKey = String(key['id']);
  await sql(
    service.databaseUrl,
    `INSERT INTO sign_ins (token_hash, key_id, expires_at) SELECT sha256(id::text::bytea), id, now() + interval '1 day' FROM api_keys`,
  );
});
afterAll(() => service.stop());

/** Ids of the same form without objects. */
const nobodys = (ids: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, id.length === 36 ? randomUUID() : id]));
/** A response without its ids. */
const without = ({ status, text }: Answer, ids: Readonly<Record<string, string>>): Answer => ({
  status,
  text: Object.values(ids)
    .filter((id) => id.length === 36)
    .reduce((rest, id) => rest.replaceAll(id, 'ID'), text)
    .replaceAll(/"(?:instance|requestId)":"[^"]*",?/g, ''),
});

/** The meaning of path parameters, unless the path segment before them says it. */
const known = (ids: Readonly<Record<string, string>>): Record<string, string> => ({
  ...ids,
  projects: ids['projects'] ?? theirProject,
  keys: ids['keys'] ?? theirApiKey,
});
function filled(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, before: string) => {
    const value = ids[before];
    if (value === undefined) throw new Error(`${path}: this test does not know whose id stands behind ${before}/`);
    return `${before}/${value}`;
  });
}
/** Paths of objects that belong to nobody, and of calls for operators only (`operations.test.ts`). */
const OF_ALL = /^\/(health|v1\/(shared|operations|policies|relevance-models|recorded-webs|schedules\/next-runs))/;
/** Its objects are named in the query. */
const QUERIED: Readonly<Record<string, (ids: Readonly<Record<string, string>>) => string>> = {
  '/v1/models/compare': (ids) => `?ids=${ids['models']},${randomUUID()}`,
  '/v1/sessions/compare': (ids) => `?ids=${ids['sessions']},${randomUUID()}`,
  '/v1/sessions/compare/pages': (ids) => `?ids=${ids['sessions']},${randomUUID()}`,
};

/** Required parameters with their examples. */
function queryOf({ parameters = [] }: Operation): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true);
  const query = new URLSearchParams(
    needed.map(({ name, schema: form, example }) => [name, String(example ?? form?.example ?? form?.enum?.[0])]),
  );
  return needed.length > 0 ? `?${query.toString()}` : '';
}

const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const bodyOf = ({ requestBody }: Operation): readonly [unknown, string] => {
  const [type, { schema: form, example }] = Object.entries(requestBody?.content ?? {})[0] ?? ['', { schema: {} }];
  return [example ?? form.example ?? (requestBody === undefined ? undefined : {}), type];
};

/** The result of a walk: calls made, and calls that revealed something. */
interface Walk {
  walked: number;
  readonly telling: unknown[];
}
const newWalk = (): Walk => ({ walked: 0, telling: [] });

/** Calls REST about their objects, and about objects that do not exist. */
async function walkRest(walk: Walk): Promise<void> {
  for (const { path, method, operation } of calls) {
    if (OF_ALL.test(path)) continue;
    const names = path.includes('{') || path in QUERIED;
    if (!names) {
      // A list must not contain their objects. Creations have objects only in the body.
      if (method !== 'get') continue;
      const { status, text } = await call(method, path);
      const told = theirs.texts.filter((one) => text.includes(one));
      if (status !== 200 || told.length > 0) walk.telling.push([method, path, status, told]);
      walk.walked++;
      continue;
    }
    const [body, type] = bodyOf(operation);
    const at = (ids: Record<string, string>): string =>
      `${filled(path, ids)}${QUERIED[path]?.(ids) ?? queryOf(operation)}`;
    const [mine, none] = [
      known(theirs.ids),
      known({ ...nobodys(theirs.ids), projects: randomUUID(), keys: randomUUID() }),
    ];
    const answer = await call(method, at(mine), body, type);
    const ofNothing = without(await call(method, at(none), body, type), none);
    if (answer.status !== 404 || !isDeepStrictEqual(without(answer, mine), ofNothing))
      walk.telling.push([method, path, answer, ofNothing]);
    walk.walked++;
  }
}

/** Bodies that name objects, in a call about our objects. */
const REFERENCES: readonly (readonly [string, (ids: Readonly<Record<string, string>>) => object])[] = [
  ['/v1/monitors', (ids) => ({ name: 'm', topicId: ids['topics'] })],
  ['/v1/spiders', (ids) => ({ name: 's', sessions: [ids['sessions']] })],
  ['/v1/topics/{topics}/sessions', (ids) => ({ modelId: ids['models'], budget: { fetches: 5 } })],
  ['/v1/topics/{topics}/sessions', (ids) => ({ templateId: ids['session-templates'], budget: { fetches: 5 } })],
  ['/v1/topics/{topics}/sessions', (ids) => ({ startFrom: ids['sessions'], budget: { fetches: 5 } })],
  [
    '/v1/schedules',
    (ids) => ({ name: 's', cron: '@daily', action: { session: { topicId: ids['topics'], budget: { fetches: 5 } } } }),
  ],
  ['/v1/webhooks', (ids) => ({ url: 'https://receiver.example/', topicId: ids['topics'] })],
  ['/v1/webhooks', (ids) => ({ url: 'https://receiver.example/', sessionId: ids['sessions'] })],
  ['/v1/sessions/{sessions}/model', (ids) => ({ modelId: ids['models'] })],
  ['/v1/sessions/{sessions}/extend', (ids) => ({ modelId: ids['models'], budget: { fetches: 500 } })],
];

async function walkReferences(walk: Walk): Promise<void> {
  for (const [path, body] of REFERENCES) {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, kind: string) => ours.ids[kind]);
    const none = nobodys(theirs.ids);
    const answer = await call('post', at, body(theirs.ids));
    const ofNothing = without(await call('post', at, body(none)), none);
    if (answer.status < 400 || answer.status >= 500 || !isDeepStrictEqual(without(answer, theirs.ids), ofNothing))
      walk.telling.push([path, answer, ofNothing]);
    walk.walked++;
  }
}

/** The meaning of arguments of GraphQL's root fields: by argument, and for `id` and `ids` by field. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  topicId: 'topics',
  sessionId: 'sessions',
  modelId: 'models',
  projectId: 'projects',
  webhookId: 'webhooks',
};
const IDS: readonly (readonly [RegExp, string])[] = [
  [/topic/i, 'topics'],
  [/experiment|whatIf/i, 'experiments'],
  [/sessionTemplate/i, 'session-templates'],
  [/session/i, 'sessions'],
  [/model/i, 'models'],
  [/job/i, 'jobs'],
  [/spider/i, 'spiders'],
  [/schedule/i, 'schedules'],
  [/monitor|feedToken/i, 'monitors'],
  [/export/i, 'exports'],
  [/share/i, 'shares'],
  [/example/i, 'examples'],
  [/webhookMessage$/i, 'messages'],
  [/webhook/i, 'webhooks'],
  [/apiKey/i, 'keys'],
  [/project/i, 'projects'],
];
/** Fields about nobody's objects, and fields that only create objects. */
const FREE =
  /^(policies|policy|recordedWebs|relevanceModels|service|operations|currentProject|previewSchedule|create(Monitor|Topic|Experiment|Project|Schedule|SessionTemplate|Webhook)|trainSpider)$/;

function valueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return [valueOf(type.ofType)];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0].name;
  if (isInputObjectType(named)) {
    return Object.fromEntries(
      Object.values(named.getFields())
        .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
        .map((field) => [field.name, valueOf(field.type)]),
    );
  }
  return { Int: 0, Float: 0.5, Boolean: true, ID: randomUUID(), DateTime: '2026-11-01' }[named.name] ?? 'text';
}

/** Inputs whose fields are optional, but not all of them together. */
const INPUTS: Readonly<Record<string, unknown>> = {
  DecideCandidatesInput: { accept: ['kite'] },
  CreateCollectionExportInput: { what: 'DOMAINS', format: 'OPML' },
  CreateExportInput: { what: 'LINKS', format: 'CSV' },
  DocumentInput: { text: 'a text' },
  GatherInput: { domains: ['cheese.example'], fetches: 5 },
};

function argumentOf(field: string, argument: GraphQLArgument, ids: Readonly<Record<string, string>>): unknown {
  const isList = isListType(isNonNullType(argument.type) ? argument.type.ofType : argument.type);
  const { name } = getNamedType(argument.type);
  if (name !== 'ID') return INPUTS[name] ?? valueOf(argument.type);
  const kind =
    argument.name === 'id' || argument.name === 'ids'
      ? IDS.find(([pattern]) => pattern.test(field))?.[1]
      : ARGUMENTS[argument.name];
  if (field === 'nodes') return Object.values(ids).filter((one) => one.length === 36);
  const id = field === 'node' ? ids['topics'] : ids[kind ?? ''];
  if (id === undefined) throw new Error(`${field}: this test does not know what ${argument.name} names`);
  return isList ? [id, randomUUID()] : id;
}

/** A call of one root field, with arguments that name the objects of `ids`. */
function operationOf(kind: string, field: GraphQLField<unknown, unknown>, ids: Readonly<Record<string, string>>) {
  const args = field.args.filter(
    ({ type, defaultValue, name }) => (isNonNullType(type) && defaultValue === undefined) || name === 'input',
  );
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${kind}${declared && `(${declared})`} { ${field.name}${given && `(${given})`} ${selectionOf(field.type)} }`;
  const variables = Object.fromEntries(args.map((argument) => [argument.name, argumentOf(field.name, argument, ids)]));
  return { query, variables };
}
/** The first item of a subscription. */
async function listen(operation: ReturnType<typeof operationOf>): Promise<Answer> {
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${ourKey}` },
  });
  const messages = client.iterate(operation);
  const first = await messages.next().catch((errors: unknown) => ({ errors }));
  await messages.return?.();
  await client.dispose();
  return { status: 200, text: JSON.stringify(first) };
}
const ask = (kind: string, field: GraphQLField<unknown, unknown>, ids: Readonly<Record<string, string>>) =>
  kind === 'subscription'
    ? listen(operationOf(kind, field, ids))
    : call('post', '/graphql', operationOf(kind, field, ids));

async function walkGraphql(walk: Walk): Promise<void> {
  for (const [kind, type] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const) {
    for (const field of Object.values((type as GraphQLObjectType).getFields())) {
      if (FREE.test(field.name)) continue;
      const [mine, none] = [
        known(theirs.ids),
        known({ ...nobodys(theirs.ids), projects: randomUUID(), keys: randomUUID() }),
      ];
      const answer = await ask(kind, field, mine);
      const named = field.args.some(({ type: given }) => isNonNullType(given) && getNamedType(given).name === 'ID');
      if (/^nodes?$/.test(field.name) || !named) {
        const told = theirs.texts.filter((one) => answer.text.includes(one));
        if (told.length > 0) walk.telling.push([field.name, told, answer]);
        if (answer.text.includes('"errors"')) walk.telling.push([field.name, answer]);
      } else {
        const ofNothing = without(await ask(kind, field, none), none);
        if (!answer.text.includes('"NOT_FOUND"') || !isDeepStrictEqual(without(answer, mine), ofNothing))
          walk.telling.push([field.name, answer, ofNothing]);
      }
      walk.walked++;
    }
  }
}

/** The meaning of arguments of the agents' tools. */
const TOOL_ARGUMENTS: Readonly<Record<string, (ids: Readonly<Record<string, string>>) => unknown>> = {
  topic_id: (ids) => ids['topics'],
  session_id: (ids) => ids['sessions'],
  session_ids: (ids) => [ids['sessions']],
  new_since_session_id: (ids) => ids['sessions'],
  job_id: (ids) => ids['jobs'],
  step: () => 0,
  site: () => 'collected.example',
  relevant: () => true,
};
/** Tools that list, and tools that only create objects. */
const FREE_TOOLS = ['create_topic', 'list_topics'];

async function agent(method: string, params: object): Promise<Answer> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ourKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: response.status, text: await response.text() };
}

/** Calls each agents' tool about their objects, one argument at a time, and about objects that do not exist. */
async function walkTools(walk: Walk): Promise<void> {
  const { text } = await agent('tools/list', {});
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    result: { tools: { name: string; inputSchema: { properties: object } }[] };
  };
  for (const { name, inputSchema } of result.tools) {
    const naming = Object.keys(inputSchema.properties).filter((one) => /_ids?$/.test(one));
    if (FREE_TOOLS.includes(name)) {
      const answer = await agent('tools/call', { name, arguments: {} });
      const told = theirs.texts.filter((one) => answer.text.includes(one));
      if (naming.length > 0 || told.length > 0) walk.telling.push([name, naming, told, answer]);
    }
    for (const about of naming) {
      const ask = (ids: Readonly<Record<string, string>>): Promise<Answer> => {
        // One argument of the comparing tool stands for the other.
        const others = name === 'compare_sessions' ? [] : naming.filter((one) => one !== about);
        const more = [...others, ...['step', 'relevant', 'site'].filter((one) => one in inputSchema.properties)];
        const named = more.map((one) => [one, TOOL_ARGUMENTS[one]?.(ours.ids)]);
        const value = TOOL_ARGUMENTS[about]?.(ids);
        if (value === undefined) throw new Error(`${name}: this test does not know what ${about} names`);
        return agent('tools/call', { name, arguments: { ...Object.fromEntries(named), [about]: value } });
      };
      const none = nobodys(theirs.ids);
      const [answer, ofNothing] = [await ask(theirs.ids), without(await ask(none), none)];
      const isRefused = /NOT_FOUND|VALIDATION_FAILED/.test(answer.text);
      if (!isRefused || !isDeepStrictEqual(without(answer, theirs.ids), ofNothing))
        walk.telling.push([name, about, answer, ofNothing]);
      walk.walked++;
    }
  }
}

const TABLES = `SELECT c.relname AS name, c.relrowsecurity AS secured FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;
/** Data shared by all projects, which nobody can see. */
const SHARED = [
  '_prisma_migrations',
  'host_states',
  'rate_windows',
  'render_shapes',
  'robots_files',
  'service_processes',
];

test('every table is under row-level security, or shared on purpose', async () => {
  const tables = await sql<{ name: string; secured: boolean }>(service.databaseUrl, TABLES);
  expect(tables.filter(({ secured }) => !secured).map(({ name }) => name)).toEqual(SHARED);
});

test('the database alone keeps rows of others from the role of the API, and all rows from it where no project is set', async () => {
  const tables = await sql<{ name: string; secured: boolean }>(service.databaseUrl, TABLES);
  const owned = tables.filter(({ secured }) => secured).map(({ name }) => name);
  const project = (
    await sql<{ id: string }>(service.databaseUrl, `SELECT id::text FROM projects WHERE name = 'ours'`)
  )[0].id;
  for (const name of owned) {
    const count = async (setting: string): Promise<number> =>
      (
        await sql<{ count: number }>(
          service.databaseUrl,
          `SELECT count(*)::int FROM ${name}`,
          [],
          `SET gleaner.project = '${setting}'; SET ROLE gleaner_api`,
        )
      )[0].count;
    const all = (await sql<{ count: number }>(service.databaseUrl, `SELECT count(*)::int FROM ${name}`))[0].count;
    const seen = [await count(''), await count(project), await count(theirProject)];
    // Each table has rows of both projects, so that neither may see all.
    expect([name, seen[0], seen[1] + seen[2], seen[1] < all && seen[2] < all]).toEqual([name, 0, all, all > 0]);
  }
});

test('the role of the API can write nothing into another project', async () => {
  const project = (
    await sql<{ id: string }>(service.databaseUrl, `SELECT id::text FROM projects WHERE name = 'ours'`)
  )[0].id;
  const before = `SET gleaner.project = '${project}'; SET ROLE gleaner_api`;
  await expect(sql(service.databaseUrl, `UPDATE topics SET project_id = $1`, [theirProject], before)).rejects.toThrow(
    'row-level security',
  );
  await expect(
    sql(
      service.databaseUrl,
      `INSERT INTO seeds (topic_id, url, position) VALUES ($1, 'http://x.example/', 99)`,
      [theirs.ids['topics']],
      before,
    ),
  ).rejects.toThrow('row-level security');
  expect(
    await sql(service.databaseUrl, `DELETE FROM topics WHERE id = $1 RETURNING id`, [theirs.ids['topics']], before),
  ).toEqual([]);
});

const fieldsOf = (type: GraphQLObjectType | null | undefined): number =>
  Object.keys(type?.getFields() ?? {}).filter((name) => !FREE.test(name)).length;
const WALKED = {
  rest: calls.filter(
    ({ path, method }) => !OF_ALL.test(path) && (path.includes('{') || path in QUERIED || method === 'get'),
  ).length,
  graphql: [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].reduce(
    (sum, type) => sum + fieldsOf(type),
    0,
  ),
};

test(`with a key of one project ${WALKED.rest} calls of REST and ${WALKED.graphql} of GraphQL about another one answer 404, as for what does not exist`, async () => {
  const walks = { rest: newWalk(), references: newWalk(), graphql: newWalk(), tools: newWalk() };
  await walkRest(walks.rest);
  await walkReferences(walks.references);
  await walkGraphql(walks.graphql);
  await walkTools(walks.tools);
  expect(Object.values(walks).flatMap(({ telling }) => telling)).toEqual([]);
  expect([walks.rest.walked, walks.graphql.walked]).toEqual([WALKED.rest, WALKED.graphql]);
  expect(WALKED.rest + WALKED.graphql).toBeGreaterThan(200);
  expect(walks.tools.walked).toBeGreaterThan(12);
});

testThoroughly('the repositories alone do the same, without row-level security', async () => {
  const tables = await sql<{ name: string; secured: boolean }>(service.databaseUrl, TABLES);
  for (const { name, secured } of tables)
    if (secured) await sql(service.databaseUrl, `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  const walk = newWalk();
  await walkRest(walk);
  await walkReferences(walk);
  await walkGraphql(walk);
  await walkTools(walk);
  expect(walk.telling).toEqual([]);
});
