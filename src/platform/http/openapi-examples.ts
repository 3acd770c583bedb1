/**
 * Examples of whole requests, by operation. They run in this order against an empty service, with the ids from the
 * first responses.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  createTopic: {
    name: 'Cheese',
    description: 'How cheese is made, and by whom',
    language: 'en',
    keywords: ['cheese', 'cheddar', 'rennet'],
    seeds: ['https://cheese.example/'],
  },
  updateTopic: { description: 'How cheese is made' },
  putKeywords: { keywords: ['cheese', 'cheddar', 'rennet', 'curd'] },
  addExample: {
    url: 'https://cheese.example/cheddar',
    title: 'Cheddar',
    text: 'Cheddar is a hard cheese, made of curd that is cut and stacked.',
    relevant: true,
  },
  updateExample: { relevant: false },
  suggestSeeds: { most: 50, perDomain: 3 },
  judgeCollected: { domains: [{ name: 'shop.example', verdict: 'reject', tags: ['shop'] }] },
  gatherDomains: { domains: ['cheese.example'], fetches: 500 },
  decideSeedCandidates: { accept: ['https://cheese.example/makers'], reject: ['https://shop.example/'] },
  suggestKeywords: { apply: false, maxKeywords: 20 },
  expandKeywords: { apply: false, minDocuments: 2 },
  decideKeywordCandidates: { accept: ['goat cheese'], reject: ['cookie policy'] },
  trainModel: { kind: 'keyword-vectors' },
  judgeDocument: { title: 'Brie', text: 'Brie is a soft cheese of cow milk.' },
  trainSpider: { name: 'cheese', sessions: ['0190f4c8-7c1e-7000-8000-3f2504e04f89'], bins: 4 },
  createSession: { policy: 'tres', budget: { fetches: 50 } },
  createExperiment: {
    web: { synthetic: 'pages=2000,seed=3' },
    policies: [{ policy: 'best-first' }, { policy: 'tres' }],
    budgets: [200, 500],
    runs: 3,
  },
  whatIf: { policies: [{ policy: 'best-first' }], runs: 3 },
  switchModel: { modelId: '0190f4c8-7c1e-7000-8000-3f2504e04f89' },
  extendSession: { fetches: 50 },
  updateSession: { name: 'cheese of Normandy', note: 'A wider scope than the session before' },
  runLabeller: { calls: 100, compare: 50 },
  labelPages: { labels: [{ step: 0, relevant: true }], train: false },
  createMonitor: { topicId: '0190f4c8-7c1e-7000-8000-3f2504e04f89', name: 'cheese, weekly', fetches: 100 },
  updateMonitor: { maxHours: 168 },
  runMonitor: { all: true },
  createProject: { name: 'dairy' },
  updateProject: { name: 'dairies', quotas: { sessionsRunning: 4, fetchesPerDay: 100_000, storedPages: null } },
  createApiKey: { name: 'nightly export', scopes: ['read'] },
  createShare: { name: 'The cheese museum', days: 90 },
  createCollectionExport: { what: 'pages', format: 'urls', pageFilter: { relevant: true } },
  createExport: { what: 'pages', format: 'jsonl', gzip: true, pageFilter: { relevant: true } },
  createSessionTemplate: {
    name: 'slow and deep',
    settings: { policy: 'prospector', budget: { fetches: 500 }, domainCap: 20, hostDelayMs: 5000 },
  },
  updateSessionTemplate: { settings: { budget: { fetches: 1000 }, scope: { maxDepth: 3 } } },
  createSchedule: {
    name: 'cheese of the week',
    cron: '30 6 * * MON',
    timeZone: 'Europe/Berlin',
    action: { session: { topicId: '0190f4c8-7c1e-7000-8000-3f2504e04f89', budget: { fetches: 500 } } },
    missed: 'once',
  },
  updateSchedule: { cron: '0 5 * * *', overlap: 'queue' },
  rotateApiKey: { overlapSeconds: 3600 },
  createWebhook: { url: 'https://receiver.example/gleaner', types: ['session.ended', 'page.relevant'] },
  updateWebhook: { types: ['session.ended'] },
  rotateWebhookSecret: { overlapSeconds: 3600 },
  replayWebhookMessages: { since: '2026-11-01T00:00:00.000Z' },
};

interface Described {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Described & { readonly $ref?: string };
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly pattern?: string;
  readonly oneOf?: readonly Described[];
}

/** Example texts for fields that occur in many schemas. */
const TEXTS: Readonly<Record<string, string>> = {
  after: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
  endCursor: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
  startCursor: 'WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ',
  url: 'https://cheese.example/cheddar',
  finalUrl: 'https://cheese.example/cheddar',
  sourceUrl: 'https://cheese.example/',
  domain: 'cheese.example',
  domainName: 'cheese.example',
  name: 'cheese',
  title: 'Cheddar',
  description: 'How cheddar is made',
  text: 'Cheddar is a hard cheese.',
  language: 'en',
  search: 'cheddar',
  policy: 'tres',
  kind: 'ensemble',
  error: 'the model was deleted',
  message: 'no such host',
  outcome: 'page',
  contentType: 'text/html',
  charset: 'utf-8',
  'Last-Event-ID': '1204.87.5f3c9a01',
  'Idempotency-Key': '6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b',
  'If-Match': '"4cLZb3hHqLzqk1fP2yXo"',
  detail: 'name is required; a string of at most 200 characters',
  instance: '/v1/topics',
  field: 'name',
  allowed: 'a string of at most 200 characters',
  reason: 'rare',
  html: '<p>Cheddar is a hard cheese.</p>',
  excerpt: 'Cheddar is a hard cheese.',
  fetchError: 'no such host',
  summary: 'Takes the best link first',
  word: 'curd',
  source: 'Chakrabarti et al. 1999, section 2',
  selector: '#more',
  renderReason: 'empty',
  mainText: 'Cheddar is a hard cheese.',
  before: 'Of the',
  outOfScope: 'trap',
  contentHash: '9f86d081884c7d65',
  etag: '"33a64df5"',
  lastModified: 'Sun, 01 Nov 2026 12:00:00 GMT',
  anchor: 'hard cheeses',
  heading: 'Kinds of cheese',
  requestId: '6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b',
  ids: '0190f4c8-7c1e-7000-8000-3f2504e04f89,0190f4c8-7c1e-7000-8000-3f2504e04f90',
};
/** Objects without their own schema. */
const OBJECTS: Readonly<Record<string, unknown>> = {
  checks: { database: 'ok' },
  result: { candidates: 12 },
  configSchema: { type: 'object', properties: {} },
  metrics: { f1: 0.91 },
  features: { anchor: 0.8 },
  policyStats: { leaves: 7 },
  details: { kind: 'topic' },
  config: { budget: { fetches: 50 } },
};
const ID = '0190f4c8-7c1e-7000-8000-3f2504e04f89';
const MOMENT = '2026-11-01T12:00:00.000Z';

/** The type of a value that is not null. */
const typeOf = ({ type }: Described): string | undefined => (typeof type === 'object' ? type[0] : type);

function numberOf({ minimum = 0, maximum = Number.POSITIVE_INFINITY, ...schema }: Described): number {
  const preferred = typeOf(schema) === 'integer' ? 5 : 0.5;
  return Math.min(Math.max(preferred, minimum), maximum);
}

/** An example for a field without one: of its type and within its bounds. */
export function exampleOf(schema: Described, name: string): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf?.[0]) return exampleOf(schema.oneOf[0], name);
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined || schema.items.$ref !== undefined
        ? []
        : [exampleOf(schema.items, name.replace(/s$/, ''))];
    case 'string':
      if (schema.format === 'uuid') return ID;
      if (schema.format === 'date-time' || /(?:At|From|To)$|^since$/.test(name)) return MOMENT;
      if (/(?:^id|Id)$/.test(name)) return ID;
      return TEXTS[name] ?? 'text';
    default:
      return OBJECTS[name] ?? {};
  }
}
