import { confidentPages } from '../../src/domain/relevance/index.js';
import { hostOf, registrableDomain } from '../../src/domain/url/index.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { type Model, modelCalls } from '../e2e/models-client.js';
import { sql } from '../e2e/sessions-client.js';
import { ApiClient } from '../e2e/topics-client.js';

/** Threshold of the model that `insertSessionRows` creates. */
const THRESHOLD = 0.6;
const PAGES = 60;

let service: TestService;
let api: ApiClient;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
  await service.startJobs();
});
afterAll(() => service.stop());
beforeEach(async () => {
  rows = await insertSessionRows(service.databaseUrl, { steps: 300, seed: 8 });
});
const { train } = modelCalls(() => api);

const urlOf = (page: PageRow): string => rows.urls[page.final_url_no].url;
const readable = (): PageRow[] => rows.pages.filter((page) => page.outcome === 'page' && page.duplicate_of === null);

/** Labels every tenth page; one of the most certain relevant pages is noindex. @returns the usable pages */
async function label(): Promise<PageRow[]> {
  const labelled = readable().filter((_, i) => i % 10 === 0);
  await api.rest('POST', `/sessions/${rows.sessionId}/labels`, {
    labels: labelled.map(({ step, relevant }) => ({ step, relevant })),
  });
  const free = readable().filter((page) => !labelled.includes(page));
  const hidden = free.reduce((best, page) => (page.probability > best.probability ? page : best));
  await sql(service.databaseUrl, 'UPDATE pages SET noindex = true WHERE session_id = $1 AND step = $2', [
    rows.sessionId,
    hidden.step,
  ]);
  return free.filter((page) => page !== hidden);
}
const classOf = ({ report }: Model) => report?.classes?.find(({ name }) => name === 'self-trained');

test('a model learns from the pages that the one before is sure of, when told to', async () => {
  const free = await label();
  const expected = confidentPages(
    free.map((page) => ({ url: urlOf(page), probability: page.probability })),
    THRESHOLD,
    PAGES,
  );
  expect(expected.positives.length).toBeGreaterThan(2);
  const { model, job } = await train(rows.topicId, { kind: 'naive-bayes', config: { selfTrainedPages: PAGES } });
  expect(job.result).toMatchObject({
    state: 'ready',
    selfTrained: { relevant: expected.positives.length, irrelevant: expected.negatives.length },
  });

  const sites = new Map<string, number>();
  for (const { url } of [...expected.positives, ...expected.negatives]) {
    const site = registrableDomain(hostOf(url));
    sites.set(site, (sites.get(site) ?? 0) + 1);
  }
  const counts = [...sites]
    .map(([domain, documents]) => ({ domain, documents }))
    .sort((a, b) => b.documents - a.documents || (a.domain < b.domain ? -1 : 1));
  expect(classOf(model)).toMatchObject({
    documents: expected.positives.length + expected.negatives.length,
    domains: sites.size,
    largest: counts.slice(0, 20),
  });
  // They are not measured.
  const { positives, negatives } = model.metrics as { positives: number; negatives: number };
  const [{ examples }] = await sql<{ examples: number }>(
    service.databaseUrl,
    'SELECT count(*)::int AS examples FROM examples WHERE topic_id = $1',
    [rows.topicId],
  );
  expect(positives + negatives).toBe(examples);
});

test('pages of sessions under other models are not learnt from', async () => {
  await label();
  const { model: rules } = await train(rows.topicId, {
    kind: 'rules',
    config: { rule: { field: 'text', pattern: 'soccer' } },
  });
  const { job } = await train(rows.topicId, { kind: 'naive-bayes', config: { selfTrainedPages: PAGES } });
  expect(rules.state).toBe('ready');
  expect(job.result).toMatchObject({ selfTrained: { relevant: 0, irrelevant: 0 } });
});

test('by default a model learns from labelled pages alone', async () => {
  await label();
  const { model, job } = await train(rows.topicId, { kind: 'naive-bayes' });
  expect(job.result).toMatchObject({ selfTrained: { relevant: 0, irrelevant: 0 } });
  expect(model.config).toMatchObject({ selfTrainedPages: 0 });
  expect(classOf(model)).toBeUndefined();
});
