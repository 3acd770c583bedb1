import { lineOf, placeOfField, placesIn, syntaxProblem } from './json-places.js';
import { schemaSettings } from './schema-settings.js';
import { bodyOf, NEW_SETTINGS, ofTemplate, readBody, withTemplate } from './session-body.js';
import { GROUPS } from './setting-groups.js';
import { isChanged, problemOf, type Setting, standardOf, valueOf } from './setting.js';

/** A policy that has settings of all kinds. */
const configSchema = {
  type: 'object',
  properties: {
    preset: { default: 'scaled', type: 'string', enum: ['scaled', 'paper'], description: 'Source of the others.' },
    discount: { type: 'number', minimum: 0, exclusiveMaximum: 1, description: 'γ. Default: 0.3.' },
    hidden: { default: [50, 20], type: 'array', items: { type: 'integer' } },
    nextFromTree: { type: 'boolean', description: 'Default: true; see batchSize' },
    batchSize: { default: 60, type: 'integer', minimum: 1, maximum: 100 },
    rate: { default: 0.05, type: 'number', exclusiveMinimum: 0 },
    bins: { default: 5, type: 'number', enum: [3, 5] },
    spider: { default: null, anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
  },
};
const policies = [
  { name: 'tres', configSchema },
  { name: 'prospector', configSchema: { type: 'object', properties: {} } },
];

test('the settings of a policy have the words of its schema', () => {
  const settings = schemaSettings(configSchema);
  expect(settings.map(({ path, label, kind, standard }) => [path, label, kind, standard])).toEqual([
    ['preset', 'Preset', 'choice', 'scaled'],
    ['discount', 'Discount', 'decimal', undefined],
    ['hidden', 'Hidden', 'json', [50, 20]],
    ['nextFromTree', 'Next from tree', 'switch', undefined],
    ['batchSize', 'Batch size', 'whole', 60],
    ['rate', 'Rate', 'decimal', 0.05],
    ['bins', 'Bins', 'choice', 5],
    ['spider', 'Spider', 'text', undefined],
  ]);
  const find = (path: string): Setting => settings.filter((one) => one.path === path)[0] as Setting;
  expect(find('nextFromTree').help).toBe('Default: yes; see “Batch size”.');
  expect(problemOf(find('rate'), '0')).toBe('Enter a number above 0.');
  expect(problemOf(find('discount'), '1')).not.toBeNull();
  expect(problemOf(find('hidden'), '[1')).toBe('Enter JSON, such as [1, 2].');
  expect(valueOf(find('bins'), '3')).toBe(3);
  expect([undefined, null, 7, {}, { properties: 3 }, { properties: { a: 1 } }].map(schemaSettings)).toEqual(
    Array.from({ length: 6 }, () => []),
  );
});

const FULL = {
  policy: 'tres',
  policyConfig: { preset: 'paper', discount: 0.5, hidden: [4, 2], nextFromTree: false },
  name: 'cheese',
  budget: { fetches: 50, minutes: 1.5 },
  domainCap: '5->2',
  grouping: 'path-prefix',
  scope: { allowHosts: ['a.example', 'b.example'], maxDepth: 0 },
  hostDelayMs: 250,
  robots: false,
  contentTypes: ['pdf'],
  rendering: { wait: { until: 'time', ms: 1_500 }, screenshots: true },
  saturation: { window: 100, minHarvestRate: 0.1 },
  maxBytes: 1_500_000,
};

test('JSON becomes what is entered, and this the same JSON', () => {
  const { entered, problems } = readBody(FULL, policies);
  expect(problems).toEqual([]);
  expect(entered.texts).toMatchObject({ hostDelayMs: '0.25', maxBytes: '1.5', robots: 'false', contentTypes: 'pdf' });
  expect(bodyOf(entered, policies)).toEqual(FULL);
  expect(readBody(bodyOf(entered, policies), policies).entered).toEqual(entered);
  expect(bodyOf(NEW_SETTINGS, policies)).toEqual({ policy: 'prospector', budget: { fetches: 500 } });
});

test('a template has no part of one session, and taking it keeps these', () => {
  const { entered } = readBody({ ...FULL, seeds: ['http://a.example/'] }, policies);
  const { name, ...rest } = FULL;
  expect(ofTemplate(bodyOf(entered, policies))).toEqual(rest);
  const taken = bodyOf(withTemplate(entered, { policy: 'prospector', robots: false }, policies), policies);
  expect(taken).toEqual({
    ...{ policy: 'prospector', robots: false, name, seeds: ['http://a.example/'], budget: FULL.budget },
  });
  expect(bodyOf(withTemplate(entered, { budget: { domains: 3 } }, policies), policies)['budget']).toEqual({
    domains: 3,
  });
});

test('defaults, nulls and unreadable texts are not sent', () => {
  const { entered } = readBody(
    { policy: 'tres', concurrency: 8, name: null, policyConfig: { preset: 'scaled' } },
    policies,
  );
  expect(bodyOf(entered, policies)).toEqual({ policy: 'tres' });
  expect(bodyOf({ ...entered, texts: { retries: '99', timeoutMs: '2' } }, policies)).toEqual({
    ...{ policy: 'tres', timeoutMs: 2_000 },
  });
});

test.each<[unknown, string, RegExp]>([
  [[], '', /an object/],
  [{ policy: 'none' }, 'policy', /one of prospector, tres/],
  [{ concurency: 4 }, 'concurency', /no setting concurency.*concurrency/],
  [{ budget: { pages: 4 } }, 'budget.pages', /Allowed: domains, fetches, minutes, relevantPages\./],
  [{ budget: 4 }, 'budget', /an object/],
  [{ concurrency: 4.5 }, 'concurrency', /a whole number from 1 to 64/],
  [{ hostDelayMs: '1' }, 'hostDelayMs', /a whole number from 0 to 60000/],
  [{ budget: { minutes: 0 } }, 'budget.minutes', /above 0/],
  [{ robots: 'no' }, 'robots', /true or false/],
  [{ contentTypes: ['gif'] }, 'contentTypes', /"html", "text", "pdf"/],
  [{ cookies: 'x' }, 'cookies', /"visit"/],
  [{ domainCap: '5>2' }, 'domainCap', /5->2/],
  [{ seeds: 'x' }, 'seeds', /a list/],
  [{ seeds: ['http://a.example/', 'htp:/bad'] }, 'seeds', /http and https addresses/],
  [{ policyConfig: { x: 1 } }, 'policyConfig.x', /no setting/],
  [{ access: {} }, 'access', /secret/],
])('%j is refused at its field', (body, field, message) => {
  const { problems } = readBody(body, policies);
  expect(problems).toEqual([{ field, message: expect.stringMatching(message) as string }]);
});

test('problems have a place in the text', () => {
  const text = '{\n  "budget": {"fetches": 5},\n  "scope": {\n    "allowHosts": ["a", "b{,"],\n    "maxDepth": 3 }\n}';
  expect([...placesIn(text).keys()]).toEqual([
    ...['', 'budget', 'budget.fetches', 'scope', 'scope.allowHosts', 'scope.allowHosts[0]', 'scope.allowHosts[1]'],
    'scope.maxDepth',
  ]);
  const at = placeOfField(text, 'scope.maxDepth') ?? 0;
  expect([lineOf(text, at), text.slice(at, at + 10)]).toEqual([5, '"maxDepth"']);
  expect(placeOfField(text, 'budget.pages[3].x')).toBe(placeOfField(text, 'budget'));
  expect(placeOfField(text, 'other')).toBeNull();
  const broken = '{\n  "a": 1,\n  b\n}';
  let thrown: unknown = null;
  try {
    JSON.parse(broken);
  } catch (error) {
    thrown = error;
  }
  expect(lineOf(broken, syntaxProblem(broken, thrown).offset)).toBe(3);
  expect(syntaxProblem('{', new Error('Unexpected end of JSON input')).offset).toBe(1);
});

test('a text is a value, a default, or a problem', () => {
  const [delay] = GROUPS.polite.settings.filter(({ path }) => path === 'hostDelayMs');
  if (!delay) throw new Error('no delay');
  expect(standardOf(delay)).toBe('1');
  expect([isChanged(delay, '1'), isChanged(delay, ''), isChanged(delay, '0.5')]).toEqual([false, false, true]);
  expect(valueOf(delay, '0.1')).toBe(100);
  expect(problemOf(delay, '61')).toBe('Enter a number from 0 to 60.');
  expect(problemOf(delay, '0.0001')).not.toBeNull();
  expect(problemOf(delay, 'x')).not.toBeNull();
});

describe('a body that names a session template', () => {
  const templates = [
    {
      ...{ id: 't1', name: 'slow' },
      settings: { policy: 'tres', policyConfig: { batchSize: 9 }, budget: { fetches: 7, minutes: 2 }, robots: false },
    },
    { id: 't2', name: 'fast', settings: { concurrency: 64 } },
  ];
  const filled = (body: object): unknown => {
    const { entered, problems } = readBody(body, policies, templates);
    return problems.length > 0 ? problems : bodyOf(entered, policies);
  };

  test.each<[object, object]>([
    [{ templateId: 't1' }, templates[0]?.settings ?? {}],
    [
      { templateId: 't1', budget: { fetches: 20 }, robots: true, name: 'mine' },
      { policy: 'tres', policyConfig: { batchSize: 9 }, budget: { fetches: 20, minutes: 2 }, name: 'mine' },
    ],
    [
      { templateId: 't1', policy: 'prospector' },
      { policy: 'prospector', budget: { fetches: 7, minutes: 2 }, robots: false },
    ],
    [{ templateId: 't2' }, { policy: 'prospector', concurrency: 64 }],
    [
      { templateId: null, robots: false },
      { policy: 'prospector', robots: false },
    ],
  ])('%j has its settings where it has none of its own', (body, expected) => expect(filled(body)).toEqual(expected));

  test('is refused with the known ones if there is no such template', () => {
    expect(filled({ templateId: 't3' })).toEqual([
      { field: 'templateId', message: 'templateId must be the id of a session template. Known: t1, t2.' },
    ]);
    expect(readBody({ templateId: 3 }, policies).problems).toHaveLength(1);
  });
});
