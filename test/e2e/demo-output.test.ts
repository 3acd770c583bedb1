import { jsonReport, printReport } from '../../src/cli/demo/demo-output.js';
import type { DemoRun } from '../../src/cli/demo/demo-report.js';
import { clientAt, type ServiceClient } from '../../src/cli/service-client.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

/** The demo's output about ended sessions. The demo's own tests check that sessions end like this. */

let service: TestService;
let client: ServiceClient;
let rows: SessionRows;
let run: DemoRun;
beforeAll(async () => {
  service = await startService();
  client = clientAt(service.url);
  rows = await insertSessionRows(service.databaseUrl, { steps: 60 });
  const relevant = rows.pages.filter((page) => page.relevant).map(({ step }) => step);
  const session = await client.session(rows.sessionId);
  const truth = { pages: session.fetched, relevant: relevant.length, relevantDomains: 2, agreedSteps: relevant };
  run = { session, truth, seconds: 1.5 };
});
afterAll(() => service.stop());

test('tables compare the policies, list the domains of the first and explain a choice', async () => {
  const out: string[] = [];
  const screen = {
    note: () => undefined,
    line: (text = '') => void out.push(text),
    json: () => undefined,
    progress: () => ({ update: () => undefined, end: () => undefined }),
    share: () => ({ update: () => undefined, end: () => undefined }),
  };
  await printReport(
    client,
    { label: 'football', class: 'noun.act', keywords: [], seeds: [], examples: [] },
    [run],
    screen,
  );
  const text = out.join('\n');
  const { policy, fetched } = run.session;
  expect(text).toMatch(new RegExp(`^${policy} +${fetched} +[\\d.]+% +[\\d.]+% +\\d+ +2 +1\\.5$`, 'm'));
  expect(text).toContain(`Top domains of ${policy}`);
  const [first] = [...rows.domains].sort((a, b) => b.relevant - a.relevant);
  expect(text).toMatch(new RegExp(`^\\S+ +${first.relevant} +\\d+ +[\\d.]+% +\\d+$`, 'm'));
  expect(text).toMatch(/^Why was page \d+ fetched\? {2}http/m);
});

test('one object has all of it', async () => {
  const report = await jsonReport(client, { id: rows.topicId }, await client.model(rows.modelId), [run]);
  expect(JSON.parse(JSON.stringify(report))).toMatchObject({
    topicId: rows.topicId,
    model: { id: rows.modelId },
    sessions: [
      {
        id: rows.sessionId,
        trueRelevant: run.truth.relevant,
        trueHarvestRate: run.truth.relevant / run.truth.pages,
        trueRelevantDomains: 2,
      },
    ],
    topDomains: expect.arrayContaining([expect.objectContaining({ relevant: expect.any(Number) })]),
    why: { step: expect.any(Number), why: { policy: run.session.policy } },
  });
});
