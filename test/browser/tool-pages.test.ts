import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { locateChromium } from '../../src/modules/fetch/fetching/chromium/locate-chromium.js';
import { CurveRecorder, finishedRun } from '../../src/domain/experiments/index.js';
import { sql } from '../e2e/sessions-client.js';
import { startService, type TestService } from '../support/service.js';
import { cacheDir } from './support.js';
import { testThoroughly } from '../support/thoroughness.js';

let service: TestService;
let browser: Browser;
let profile: string;
beforeAll(async () => {
  service = await startService();
  profile = mkdtempSync(join(tmpdir(), 'gleaner-pages-'));
  const program = await locateChromium(process.env['CHROMIUM_PATH'], chromium.executablePath(), cacheDir);
  browser = await chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env, HOME: profile },
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: 120_000,
  });
}, 180_000);
afterAll(async () => {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
  await service.stop();
});

/** Opens a page of the service. @returns the page, and the resources that its content policy blocked */
async function open(path: string): Promise<{ page: Page; refused: string[] }> {
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) refused.push(message.text());
  });
  page.on('pageerror', (error) => refused.push(String(error)));
  await page.goto(`${service.url}${path}`, { timeout: 120_000 });
  return { page, refused };
}

test('the docs page shows the operations and calls them, under a policy without inline scripts', async () => {
  const { page, refused } = await open('/docs');
  const policy = (await page.request.get(`${service.url}/docs`)).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  await page.locator('#operations-tag-policies').click({ timeout: 120_000 });
  const operation = page.locator('#operations-policies-listPolicies');
  await operation.locator('button.opblock-summary-control').first().click({ timeout: 60_000 });
  await operation.locator('.try-out__btn').click();
  const answer = page.waitForResponse((response) => response.url() === `${service.url}/v1/policies`, {
    timeout: 60_000,
  });
  await operation.locator('button.execute').click();
  expect((await answer).status()).toBe(200);
  expect(refused).toEqual([]);
  await page.close();
}, 300_000);

testThoroughly(
  'GraphiQL loads and its first query runs, under a policy without inline scripts',
  async () => {
    const { page, refused } = await open('/graphiql');
    const answer = page.waitForResponse(
      (response) =>
        response.url() === `${service.url}/graphql` && (response.request().postData() ?? '').includes('query Topics'),
      { timeout: 120_000 },
    );
    await page.locator('.graphiql-execute-button').click({ timeout: 120_000 });
    const { data } = (await (await answer).json()) as { data: { service: string } };
    expect(data.service).toContain('Gleaner');
    await page.locator('.result-window').getByText('Gleaner').first().waitFor({ timeout: 60_000 });
    expect(refused).toEqual([]);
    await page.close();
  },
  300_000,
);

test('the report of an experiment has its style under a policy that loads nothing', async () => {
  const [{ id }] = await sql<{ id: string }>(
    service.databaseUrl,
    `INSERT INTO experiments (id, name, plan, planned_runs) VALUES (gen_random_uuid(), 'cheese', $1, 1) RETURNING id`,
    [
      JSON.stringify({
        ...{ web: { kind: 'recorded', name: 'w', labels: [] }, seeds: [], randomSeeds: [1], budgets: [10] },
        ...{ policies: [{ name: 'random' }], reward: 'model', truth: 'model', session: {} },
      }),
    ],
  );
  const run = finishedRun({ policy: 0, budget: 10, randomSeed: 1 }, curveOf('1101'), {
    ...{ targets: 5, best: 5, end: 'BUDGET', wallMs: 1 },
  });
  await sql(
    service.databaseUrl,
    'INSERT INTO experiment_runs (experiment_id, policy, budget, random_seed, result) VALUES ($1, 0, 10, 1, $2)',
    [id, JSON.stringify(run)],
  );
  const { page, refused } = await open(`/v1/experiments/${id}/report.html`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.reload();
  // The page itself, and the icon that browsers ask for.
  expect(requests.filter((url) => !url.endsWith('/report.html') && !url.endsWith('/favicon.ico'))).toEqual([]);
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize)).toBe('28px');
  expect(
    await page
      .locator('path.line')
      .first()
      .evaluate((line) => getComputedStyle(line).stroke),
  ).toMatch(/^rgb/);
  expect(refused).toEqual([]);
  await page.close();
}, 300_000);

/** A page on its own domain for each 1. */
function curveOf(found: string) {
  const recorder = new CurveRecorder();
  for (const [i, each] of Array.from(found).entries()) recorder.add(each === '1', `d${i}`);
  return recorder.curve();
}
