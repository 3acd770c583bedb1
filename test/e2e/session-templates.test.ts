import { insertSessionRows, type TopicRows } from '../support/session-rows.js';
import { type LocalService, startServiceHere } from '../support/service-here.js';
import type { ListBody, SessionBody } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

interface Template {
  readonly id: string;
  readonly name: string;
  readonly settings: Record<string, unknown>;
  readonly code?: string;
  readonly field?: string;
  readonly allowed?: string;
}

let service: LocalService;
let api: ApiClient;
let topic: TopicRows;

beforeAll(async () => {
  service = await startServiceHere();
  api = new ApiClient(service.url);
  topic = await insertSessionRows(service.databaseUrl, { steps: 5 });
});
afterAll(() => service.stop());

const SETTINGS = {
  policy: 'tres',
  policyConfig: { preset: 'paper' },
  budget: { fetches: 500, minutes: 5 },
  domainCap: '5->2',
  grouping: 'path-prefix',
  scope: { maxDepth: 2 },
};
const save = (name: string, settings: unknown = SETTINGS) =>
  api.rest<Template>('POST', '/session-templates', { name, settings });
const start = (body: object) => api.rest<SessionBody & Template>('POST', `/topics/${topic.topicId}/sessions`, body);

it('stores settings as they were given, and starts sessions with them', async () => {
  const { status, headers, body: template } = await save('  slow  and deep ');
  expect([status, headers.get('location')]).toEqual([201, `/v1/session-templates/${template.id}`]);
  expect(template).toMatchObject({ name: 'slow and deep', settings: SETTINGS });
  const { body: started } = await start({ templateId: template.id });
  expect(started).toMatchObject({
    ...{ policy: 'tres', policyConfig: { preset: 'paper' } },
    config: {
      ...{ budget: { fetches: 500, minutes: 5 }, grouping: 'path-prefix', scope: { maxDepth: 2 } },
      ...{ domainCap: { kind: 'adaptive', start: 5, min: 2 }, concurrency: 8 },
    },
  });
  const own = {
    templateId: template.id,
    policy: 'best-first',
    budget: { fetches: 7 },
    scope: { denyHosts: ['a.example'] },
  };
  const { body: other } = await start(own);
  expect(other).toMatchObject({ policy: 'best-first', config: { budget: { fetches: 7, minutes: 5 } } });
  expect(other.config['scope']).toEqual({ denyHosts: ['a.example'] });

  // Later changes concern later sessions.
  const changed = await api.rest<Template>('PATCH', `/session-templates/${template.id}`, {
    settings: { robots: false },
  });
  expect(changed.body).toMatchObject({ name: 'slow and deep', settings: { robots: false } });
  expect(await start({ templateId: template.id })).toMatchObject({ status: 400, body: { field: 'budget' } });
  expect((await start({ templateId: template.id, budget: { fetches: 5 } })).body.config).toMatchObject({
    robots: false,
  });
  expect((await api.rest<SessionBody>('GET', `/sessions/${started.id}`)).body.config).toEqual(started.config);
  expect((await api.rest('DELETE', `/session-templates/${template.id}`)).status).toBe(204);
  expect(await start({ templateId: template.id, budget: { fetches: 5 } })).toMatchObject({ status: 404 });
});

it('does the same in GraphQL, where enums are spelled in capitals', async () => {
  const made = await api.graphql<{ createSessionTemplate: Template }>(
    `mutation ($input: CreateSessionTemplateInput!) { createSessionTemplate(input: $input) { id name settings } }`,
    { input: { name: 'g', settings: { budget: { fetches: 5 }, grouping: 'PATH_PREFIX', domainCap: 3 } } },
  );
  const { createSessionTemplate: template } = made;
  expect(template.settings).toEqual({ budget: { fetches: 5 }, grouping: 'path-prefix', domainCap: 3 });
  const renamed = await api.graphql<{ updateSessionTemplate: Template }>(
    `mutation ($id: ID!) { updateSessionTemplate(id: $id, input: { name: "h" }) { name settings } }`,
    { id: template.id },
  );
  expect(renamed.updateSessionTemplate).toEqual({ name: 'h', settings: template.settings });
  const listed = await api.graphql<{ sessionTemplates: { nodes: Template[]; totalCount: number } }>(
    '{ sessionTemplates { totalCount nodes { name } } }',
  );
  expect(listed.sessionTemplates).toEqual({ totalCount: 1, nodes: [{ name: 'h' }] });
  const started = await api.graphql<{ createSession: { config: { grouping: string } } }>(
    `mutation ($topic: ID!, $id: ID!) { createSession(topicId: $topic, input: { templateId: $id }) { config { grouping } } }`,
    { topic: topic.topicId, id: template.id },
  );
  expect(started.createSession.config.grouping).toBe('PATH_PREFIX');
  const gone = await api.graphql<{ deleteSessionTemplate: string }>(
    `mutation ($id: ID!) { deleteSessionTemplate(id: $id) }`,
    { id: template.id },
  );
  expect(gone.deleteSessionTemplate).toBe(template.id);
});

it.each<[unknown, string, string]>([
  [{ concurrency: 99 }, 'settings.concurrency', 'at most 64'],
  [{ policy: 'none' }, 'settings.policy', 'one of'],
  [{ policy: 'tres', policyConfig: { presets: 1 } }, 'settings.policyConfig.presets', 'one of'],
  [{ scope: { allowHosts: ['htp:/bad'] } }, 'settings.scope.allowHosts[0]', ''],
  [{ seeds: ['http://a.example/'] }, 'settings.seeds', ''],
  [{ access: {} }, 'settings.access', ''],
  ['x', 'settings', ''],
])('refuses settings %j at their field', async (settings, field, allowed) => {
  const { status, body } = await save('bad', settings);
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field });
  expect(body.allowed ?? '').toContain(allowed);
});

it('refuses a second one of the same name, an empty name, and stale changes', async () => {
  const { body: first } = await save('one');
  expect(await save('one')).toMatchObject({ status: 409, body: { code: 'CONFLICT', field: 'name' } });
  expect(await save(' ')).toMatchObject({ status: 400, body: { field: 'name' } });
  const { body: second } = await save('two');
  const path = `/session-templates/${second.id}`;
  expect(await api.rest('PATCH', path, { name: 'one' })).toMatchObject({ status: 409, body: { field: 'name' } });
  const etag = (await api.rest('GET', path)).headers.get('etag') ?? '';
  expect((await api.rest('PATCH', path, { name: 'three' }, { 'if-match': etag })).status).toBe(200);
  expect((await api.rest('PATCH', path, { name: 'four' }, { 'if-match': etag })).status).toBe(412);
  const page = await api.rest<ListBody<Template>>('GET', '/session-templates?first=1');
  expect([page.body.items.map(({ name }) => name), page.body.pageInfo.hasNextPage]).toEqual([['three'], true]);
  const { body: projects } = await api.rest<ListBody<{ id: string }>>('GET', '/projects');
  const log = `/projects/${projects.items[0]?.id ?? ''}/audit-log?object=session-template&objectId=${second.id}`;
  const audit = await api.rest<ListBody<{ change: string }>>('GET', log);
  expect(audit.body.items.map(({ change }) => change)).toEqual(['update', 'insert']);
  await Promise.all([first, second].map(({ id }) => api.rest('DELETE', `/session-templates/${id}`)));
});

it('gives schedules the settings that the template has at that time', async () => {
  const { body: template } = await save('scheduled');
  const { body: schedule } = await api.rest<{ id: string; action: object }>('POST', '/schedules', {
    ...{ name: 's', cron: '@daily' },
    action: { session: { topicId: topic.topicId, templateId: template.id, budget: { fetches: 9 } } },
  });
  expect(schedule.action).toMatchObject({
    session: { policy: 'tres', policyConfig: { preset: 'paper' }, config: { budget: { fetches: 9, minutes: 5 } } },
  });
  await api.rest('DELETE', `/schedules/${schedule.id}`);
  await api.rest('DELETE', `/session-templates/${template.id}`);
});
