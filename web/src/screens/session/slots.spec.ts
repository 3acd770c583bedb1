import { slotsInWords } from './slots.js';

const running = {
  ...{ underWay: 5, frontierSize: 100, fetched: 90, failed: 10 },
  config: { concurrency: 8, eagerness: 0.2, budget: { fetches: 500 } },
};
const ALL = '5 of 8 fetches are under way.';

test.each([
  ['free slots wait', running, `${ALL} The other slots wait for better links or for hosts that are busy.`],
  [
    'nobody waits for better links',
    { ...running, config: { ...running.config, eagerness: 1 } },
    `${ALL} The other slots wait for hosts that are busy.`,
  ],
  ['every slot is taken', { ...running, underWay: 8 }, '8 of 8 fetches are under way.'],
  ['there is nothing to fetch', { ...running, frontierSize: 0 }, ALL],
  ['the rest of the budget is under way', { ...running, fetched: 485 }, ALL],
])('%s', (_, session, words) => {
  expect(slotsInWords(session)).toBe(words);
});
