import type { Page } from 'playwright-core';
import { type Console, NONE } from './console-support.js';

const RELEVANT = [
  'Football and soccer: the goalkeeper caught the penalty, and the striker of the league scored a goal in the match on Monday.',
  'The soccer league began on Monday with a match in which the striker scored from a penalty against the goalkeeper of the champions.',
  'A goal in the last minute of the match: the striker beat the goalkeeper, and the tax office opened on Monday.',
  'The goalkeeper of the champions left the league after the match, in which the striker missed a penalty.',
];
const OTHERS = [
  'The tax office opens on Monday, and the forms are sent to all households of the town by the end of the month.',
  'Bake the bread for an hour, then let it cool; the butter is added when the oven is cold again.',
  'The orchestra played a symphony, and the violins were praised by the papers of the town on Monday.',
  'A new bridge over the river is built of steel, and the old one is closed from the end of the month.',
];

/** Work with topics and models, on a console shared with other checks. It leaves the topic `football`. */
export function looksAtTopics(get: () => Console): void {
  let page: Page;
  let topic = '';
  const url = (path: string): string => get().service.url + path;
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  beforeAll(async () => {
    ({ page } = get());
    const made = await get().call<{ id: string }>('POST', '/v1/topics', {
      ...{ name: 'football', description: 'Matches and leagues', keywords: ['football', 'penalty', 'striker'] },
      seeds: ['https://football.example/'],
    });
    topic = made.id;
  });

  test('topics are listed and searched', async () => {
    await page.goto(url('/topics'));
    await page.getByRole('rowheader', { name: /football/ }).waitFor();
    expect(await get().faults()).toEqual(NONE);
    await page.getByLabel('Name contains').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('No topic has this name.').waitFor();
    await page.getByRole('link', { name: 'See all topics' }).click();
    await page.getByRole('link', { name: 'football' }).click();
    await page.getByRole('heading', { name: 'football', level: 1 }).waitFor();
    expect(page.url()).toBe(url(`/topics/${topic}`));
  }, 120_000);

  test('a change of the keywords makes a new version; what is typed stays when it cannot be sent', async () => {
    const add = page.getByLabel('Add keywords');
    await add.fill('goal, football');
    await button('Remove: penalty').click();
    await page.route('**/graphql', (route) => route.abort());
    await button('Save as a new version').click();
    const part = page.getByRole('region', { name: 'Keywords', exact: true });
    await part.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unroute('**/graphql');
    expect(await add.inputValue()).toBe('goal, football');
    await button('Save as a new version').click();
    await page.getByText('Version 2.', { exact: true }).waitFor();
    // Another tab changes them meanwhile.
    await add.fill('stadium');
    const others = ['football', 'striker', 'goal', 'referee'];
    await get().call('PUT', `/v1/topics/${topic}/keywords`, { keywords: others });
    await button('Save as a new version').click();
    await page.getByRole('alert').getByText('The keywords have changed since they were shown here.').waitFor();
    await page.getByText('Version 3.', { exact: true }).waitFor();
    expect(await add.inputValue()).toBe('stadium');
    await button('Save as a new version').click();
    await page.getByText('Version 4.', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Table: Keywords' }).getByRole('rowheader').allInnerTexts()).toEqual([
      'football',
      'striker',
      'goal',
      'referee',
      'stadium',
    ]);
    await page.getByText('4 versions').click();
    await button('Show version 1').click();
    await page.getByText('football, penalty, striker', { exact: true }).waitFor();
  }, 120_000);

  test('examples are added by text and by address, with a report, then corrected and deleted', async () => {
    const examples = [
      ...RELEVANT.map((text) => ({ text, relevant: true })),
      ...OTHERS.map((text) => ({ text, relevant: false })),
    ];
    for (const example of examples) await get().call('POST', `/v1/topics/${topic}/examples`, example);
    await page.reload();
    await page.getByText('4 relevant and 4 other ones.').waitFor();
    await page.getByText('Add examples', { exact: true }).click();
    const addresses = page.getByLabel('Addresses', { exact: true });
    const add = button('Add').and(page.locator('.primary'));
    await addresses.fill('https://football.example/league\nftp://nowhere.example/');
    await page.locator('.problem', { hasText: 'ftp://nowhere.example/' }).waitFor();
    expect(await add.isDisabled()).toBe(true);
    await addresses.fill('https://football.example/league');
    await add.click();
    await page.getByText('1 example added, 0 changed, 0 known before, 0 refused.').waitFor();
    expect(await addresses.inputValue()).toBe('');
    await button('Correct: https://football.example/league is not relevant').click();
    await button('Correct: https://football.example/league is relevant').waitFor();
    await button('Delete: https://football.example/league').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await button('Correct: https://football.example/league is relevant').waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'a text' }).check();
    await page.getByLabel('Title').fill('League');
    await page.getByLabel('Text', { exact: true }).fill(RELEVANT[0].replace('Monday', 'Tuesday'));
    await add.click();
    await page.getByText('1 example added, 0 changed, 0 known before, 0 refused.').waitFor();
    await page.getByText('5 relevant and 4 other ones.').waitFor();
    expect(await get().faults()).toEqual(NONE);
  }, 120_000);

  test('candidates for keywords are found by a job, and decided about with a key and several at once', async () => {
    await button('Find in examples').click();
    await page.getByText(/candidates? (was|were) found\./).waitFor({ timeout: 120_000 });
    const names = page.getByRole('region', { name: 'Table: Keyword candidates' }).getByRole('rowheader');
    await names.first().waitFor();
    const before = await names.allInnerTexts();
    expect(before.length).toBeGreaterThan(3);
    await page.getByLabel(/Keys: A accept/).check();
    await page.getByText(`The keys decide about: ${before[0]?.trim() ?? ''}`).waitFor();
    await page.keyboard.press('j');
    await page.getByText(`The keys decide about: ${before[1]?.trim() ?? ''}`).waitFor();
    await page.keyboard.press('a');
    await page.getByText(`Accepted: ${before[1]?.trim() ?? ''}.`).waitFor();
    await page.getByText('Version 5.', { exact: true }).waitFor();
    await page.getByText(`The keys decide about: ${before[2]?.trim() ?? ''}`).waitFor();
    await button('Choose all shown').click();
    expect(await get().faults()).toEqual(NONE);
    await button('Reject the chosen ones').click();
    await page.getByText('No candidate waits for a decision.').waitFor();
  }, 240_000);

  test('a model is trained, shows its telling words, judges a text and is compared with another one', async () => {
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('naive-bayes');
    await page.getByText('Settings of this kind').click();
    await button('Train').click();
    await page.getByRole('row', { name: /Version 1: naive-bayes ready/ }).waitFor({ timeout: 120_000 });
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('logistic');
    await button('Train').click();
    await page.getByRole('row', { name: /Version 2: logistic ready/ }).waitFor({ timeout: 120_000 });
    expect(await get().faults()).toEqual(NONE);
    await page.getByRole('link', { name: 'Version 1: naive-bayes' }).click();
    await page.getByRole('heading', { name: 'Model 1: naive-bayes' }).waitFor();
    await page.getByRole('img', { name: /^Reliability/ }).waitFor();
    await page.getByText('Calibration as a table').click();
    expect(await page.getByRole('region', { name: 'Table: Calibration' }).getByRole('rowheader').count()).toBe(10);
    await page.getByRole('region', { name: 'Table: For relevant' }).getByText('striker').waitFor();
    await page.getByRole('heading', { name: 'Confusion' }).waitFor();
    await page.getByLabel('Address or text').fill('http://127.0.0.1:9/');
    await button('Judge').click();
    await page
      .locator('.field', { has: page.locator('[aria-invalid=true]'), hasText: 'The page could not be fetched' })
      .waitFor();
    await page.getByLabel('Address or text').fill('The striker scored a goal in the match of the league.');
    expect(await page.getByText('The page could not be fetched').count()).toBe(0);
    await button('Judge').click();
    await page
      .getByText(/^(Relevant|Not relevant)$/)
      .first()
      .waitFor();
    await page.getByLabel('Compare with').selectOption('version 2: logistic');
    await page
      .getByRole('region', { name: 'Table: Figures of both' })
      .getByRole('rowheader', { name: 'F1', exact: true })
      .waitFor();
    expect(await get().faults()).toEqual(NONE);
  }, 300_000);

  test('a model that is not there is said to be so, and a slow answer is waited for', async () => {
    await page.goto(url('/models/00000000-0000-7000-8000-00000000beef'));
    await page.getByRole('alert').getByText('It may have been deleted').waitFor();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/graphql', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(url(`/topics/${topic}`));
    await page.getByText('Loading the topic …').waitFor();
    answer();
    await page.getByRole('heading', { name: 'football', level: 1 }).waitFor();
    await page.unroute('**/graphql');
  }, 120_000);
}
