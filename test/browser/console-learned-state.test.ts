import type { Page, Route } from 'playwright-core';
import { type Console, KEYWORDS, NONE, openConsole } from './console-support.js';
import { testThoroughly } from '../support/thoroughness.js';

let here: Console;
let page: Page;
/** Sessions by their policies. */
const sessions = new Map<string, string>();

const SETTINGS = { hostDelayMs: 0, robots: false, budget: { fetches: 50 }, concurrency: 4 };
const POLICIES = {
  tres: { minSamplesSplit: 5, minChildShare: 0.1 },
  'tag-path-bandit': {},
  'forager-hybrid': { bootstrapPages: 10, clusters: 4, pathSteps: 4 },
  'best-first': {},
};

beforeAll(async () => {
  here = await openConsole();
  ({ page } = here);
  const topic = await here.call<{ id: string }>('POST', '/v1/topics', {
    name: 'food',
    keywords: KEYWORDS.split(', '),
    seeds: here.seeds,
  });
  for (const [policy, policyConfig] of Object.entries(POLICIES)) {
    const budget = { fetches: policy === 'tres' ? 50 : 20 };
    const input = { ...SETTINGS, policy, policyConfig, budget };
    sessions.set(policy, (await here.call<{ id: string }>('POST', `/v1/topics/${topic.id}/sessions`, input)).id);
  }
  await here.signIn();
}, 300_000);
afterAll(() => here.close());

const isLearnedState = (route: Route): boolean => route.request().postData()?.includes('query LearnedState') ?? false;

/** The maximum number of nodes shown. */
const LARGE = Array.from({ length: 511 }, (_, id) => ({
  ...{ id, parent: id === 0 ? null : Math.floor((id - 1) / 2), rule: id === 0 ? null : `anchorProbability > 0.${id}` },
  ...{ isLeaf: id > 254, splitStep: null, candidates: (id * 37) % 500, samples: id },
  ...{ meanReward: (id % 11) / 10, value: null, hidden: 0 },
}));

/** Opens the screen of an ended session. */
async function open(policy: keyof typeof POLICIES): Promise<void> {
  const id = sessions.get(policy) ?? '';
  await page.goto(`${here.service.url}/sessions/${id}`);
  await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 150_000 });
  await page.getByRole('link', { name: 'Policy', exact: true }).click();
  await page.getByRole('heading', { name: 'Policy: food' }).waitFor();
  await page.getByText(/as of step \d+\.$/).waitFor();
}

test('the tree of tres is drawn, walked by keys, shown after each split, and listed in a table', async () => {
  await open('tres');
  const tree = page.getByRole('tree');
  const nodes = await tree.getByRole('treeitem').count();
  expect(nodes).toBeGreaterThan(2);
  expect(await here.faults()).toEqual(NONE);

  // From the root to its second child, by the keyboard alone.
  await tree.getByRole('treeitem', { name: /^All links/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.chosen-node').getByRole('heading', { name: 'Node 1' }).waitFor();
  expect(await page.locator('.chosen-node .path li').allInnerTexts()).toEqual([
    expect.stringMatching(/^[a-z ]+ ≤ [\d.]+$/),
  ]);
  await page.locator('g[data-node="1"]:focus').waitFor();
  await page.keyboard.press('End');
  await page.locator('g:focus:not([data-node="1"])').waitFor();

  await page.getByLabel('Splits shown').fill('0');
  await page.getByText('Before the first split.').waitFor();
  expect(await tree.getByRole('treeitem').count()).toBe(1);
  await page.getByText('The splits as they happened').click();
  await page.getByRole('button', { name: 'Show the tree after split 1', exact: true }).click();
  expect(await tree.getByRole('treeitem').count()).toBe(3);

  await page.getByText('The leaves as a table').click();
  const leaves = page.getByRole('region', { name: 'Leaves' });
  expect(await leaves.locator('tbody tr').count()).toBe((nodes + 1) / 2);
  await leaves.getByRole('button', { name: 'Candidates' }).click();
  const candidates = (await leaves.locator('tbody tr td:nth-child(3)').allInnerTexts()).map(Number);
  expect(candidates).toEqual([...candidates].sort((a, b) => b - a));
  await page.getByRole('region', { name: 'Features in the Q-value' }).waitFor();
  expect(await here.faults()).toEqual(NONE);
});

test('arms of a bandit and foragers are tables that sort; a policy that learns nothing says so', async () => {
  await open('tag-path-bandit');
  const arms = page.getByRole('region', { name: 'Arms of the bandit' });
  expect(await arms.locator('tbody tr').count()).toBeGreaterThan(1);
  await arms.getByRole('button', { name: 'Mean reward' }).press('Enter');
  expect(await arms.getByRole('columnheader', { name: 'Mean reward' }).getAttribute('aria-sort')).toBe('descending');
  // The screen goes on, and so does a reload.
  await arms.getByRole('button', { name: 'Mean reward' }).and(page.locator(':focus')).waitFor();
  await page.reload();
  await arms.locator('th[aria-sort=descending]', { hasText: 'Mean reward' }).waitFor();
  expect(await here.faults()).toEqual(NONE);

  await open('forager-hybrid');
  await page.getByText('Forager 0: where it starts').click();
  const starts = page.getByRole('region', { name: 'Starts of forager 0' });
  expect(await starts.locator('tbody th').first().innerText()).toMatch(/^https?:/);
  expect(await page.getByRole('region', { name: 'Words of forager 0' }).locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await here.faults()).toEqual(NONE);

  await open('best-first');
  await page.getByText('This policy does not learn').waitFor();
});

testThoroughly('a service that fails or is slow is said, and so is that nothing is known yet', async () => {
  const address = `${here.service.url}/sessions/${sessions.get('best-first') ?? ''}/learned-state`;
  let answer: (route: Route) => Promise<void> = (route) => route.abort();
  await page.route('**/graphql', (route) => (isLearnedState(route) ? answer(route) : route.continue()));
  await page.goto(address);
  await page.getByRole('alert').getByText('The service does not answer.').waitFor();
  answer = (route) => route.continue();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('This policy does not learn').waitFor();

  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  answer = async (route) => {
    await held;
    await route.continue();
  };
  await page.goto(address);
  await page.getByRole('status').getByText('Loading the state of the policy').waitFor();
  go();
  await page.getByText('This policy does not learn').waitFor();

  answer = async (route) => {
    const response = await route.fetch();
    const said = (await response.json()) as { data: { session: { learnedState: unknown; state: string } } };
    said.data.session.learnedState = null;
    said.data.session.state = 'RUNNING';
    await route.fulfill({ response, json: said });
  };
  await page.goto(address);
  await page.getByText('The policy has no learned state yet.').waitFor();
  expect(await here.faults()).toEqual(NONE);
  // It refreshes by itself.
  answer = (route) => route.continue();
  await page.getByText('This policy does not learn').waitFor();
  await page.unroute('**/graphql');
});

testThoroughly('the largest tree scrolls within its box, and the page does not', async () => {
  const id = sessions.get('tres') ?? '';
  await page.route('**/graphql', async (route) => {
    if (!isLearnedState(route)) return route.continue();
    const response = await route.fetch();
    const said = (await response.json()) as { data: { session: { learnedState: { tree: object } } } };
    said.data.session.learnedState.tree = { title: 'Tree-Frontier', note: 'Large', inAll: 5_001, nodes: LARGE };
    await route.fulfill({ response, json: said });
  });
  await page.goto(`${here.service.url}/sessions/${id}/learned-state`);
  await page.getByText('The 511 nodes that were made first are shown, of 5,001.').waitFor();
  expect(await page.getByRole('treeitem').count()).toBe(511);
  const room = () =>
    page.locator('.tree').evaluate((box) => [box.scrollWidth > box.clientWidth, box.scrollHeight > box.clientHeight]);
  // Without words all of its levels are visible.
  expect(await room()).toEqual([false, true]);
  expect(await here.faults()).toEqual(NONE);
  await page.getByLabel('Rules and figures in the drawing').check();
  expect(await page.getByRole('treeitem').count()).toBe(511);
  expect(await room()).toEqual([true, true]);
  expect(await here.faults()).toEqual(NONE);
  await page.unroute('**/graphql');
});
