import { findPolicy } from '../../../domain/policies/index.js';
import { labWeb, linksTo } from '../../../../test/support/lab-web.js';
import { LabBench } from './lab-bench.js';
import type { LabStep } from './lab-step.js';
import { LAB_SESSION } from './lab-topic.js';
import { fetchShares, judgeScore, RunTally } from './run-tally.js';

const hub = 'http://hub.example/';
const good = (no: number): string => `http://good.example/${no}`;
const other = (no: number): string => `http://other.example/${no}`;
const gone = 'http://other.example/gone';
/** In the order of a breadth-first crawl. */
const order = [hub, good(1), other(1), gone, good(2), other(2), good(3)];
const web = labWeb(
  new Map([
    [hub, linksTo(order.slice(1))],
    ...order.filter((url) => url !== hub && url !== gone).map((url) => [url, linksTo([])] as const),
  ]),
  (url) => (url.includes('good') ? 'good' : ''),
);

/** A complete crawl with a judge that takes good(2) for irrelevant and other(1) for relevant. */
async function crawl(marks: readonly number[], examples: readonly string[] = []) {
  const isRelevant = (url: string): boolean => web.labels.get(url)?.has('good') ?? false;
  const bench = await LabBench.open({
    ...{ web, seeds: [hub], session: LAB_SESSION, reward: 'model', unrecorded: 'fetch', isRelevant },
  });
  const definition = findPolicy('breadth-first');
  if (!definition) throw new Error('no policy');
  const calls = [good(1), other(1), good(3)];
  const judge = {
    judge: (_: unknown, url: string) => ({
      probability: calls.includes(url) ? 0.9 : 0.1,
      relevant: calls.includes(url),
    }),
  };
  const tally = new RunTally(marks, new Set(examples));
  const steps: LabStep[] = [];
  await bench.run(
    { definition, config: {} },
    100,
    1,
    { model: { scoreText: () => 0 }, judge, keywords: [] },
    (step) => {
      tally.add(step);
      steps.push(step);
    },
  );
  tally.end();
  return { tally, steps };
}

it('tells of each step what was chosen, from where, and what came of it', async () => {
  const { steps } = await crawl([]);
  expect(steps.map(({ url }) => url)).toEqual(order);
  expect(steps.map(({ fetch }) => fetch)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(steps[0]).toMatchObject({ step: 0, as: 'page', source: null, host: 'hub.example', ok: true });
  expect(steps[2]).toMatchObject({ source: hub, probability: 0.9, judgedRelevant: true, labelledRelevant: false });
  expect(steps[3]).toMatchObject({
    source: hub,
    outcome: 'http-error',
    ok: false,
    probability: 0,
    judgedRelevant: false,
  });
  expect(steps[4]).toMatchObject({ finalUrl: good(2), judgedRelevant: false, labelledRelevant: true });
  expect(typeof steps[1].value).toBe('number');
});

it('scores the judge on the way and at the end, without the pages that it was trained on', async () => {
  const { tally } = await crawl([2, 4, 7]);
  expect([0, 1, 2, 3].map((at) => judgeScore([tally], at))).toEqual([
    { pages: 2, precision: 1, recall: 1, f1: 1 },
    { pages: 3, precision: 1 / 2, recall: 1, f1: 2 / 3 },
    { pages: 6, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
    { pages: 6, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
  ]);
  const trained = await crawl([], [other(1), good(2)]);
  expect(judgeScore([trained.tally], 0)).toEqual({ pages: 4, precision: 1, recall: 1, f1: 1 });
  // A run that ends before a mark keeps its final values at that mark.
  expect(judgeScore([(await crawl([50])).tally], 0).pages).toBe(6);
});

it('counts the fetches by host, as means over runs', async () => {
  const { tally } = await crawl([]);
  const { hosts, otherHosts, chosenBy } = fetchShares([tally, tally]);
  expect(hosts).toEqual([
    { name: 'good.example', fetches: 3, failed: 0, relevant: 3, judgedRelevant: 2 },
    { name: 'other.example', fetches: 3, failed: 1, relevant: 0, judgedRelevant: 1 },
    { name: 'hub.example', fetches: 1, failed: 0, relevant: 0, judgedRelevant: 0 },
  ]);
  expect([otherHosts, chosenBy]).toEqual([0, {}]);
});

it('counts them by the part of a policy that chose', () => {
  const step = (valuer: string, ok: boolean): LabStep => ({
    ...{ step: 0, fetch: 1, as: 'page', url: hub, finalUrl: hub, source: null, host: 'hub.example', outcome: 'page' },
    ...{ ok, value: 1, exploration: false, terms: { phase: 'searching', valuer } },
    ...{ probability: 0, judgedRelevant: false, labelledRelevant: ok },
  });
  const [one, two] = [new RunTally([], new Set<string>()), new RunTally([], new Set<string>())];
  for (const each of [step('a', true), step('a', false)]) one.add(each);
  two.add(step('b', true));
  // Steps without a fetch are not counted.
  two.add({ ...step('b', true), fetch: null });
  expect(fetchShares([one, two]).chosenBy).toEqual({
    phase: [{ name: 'searching', fetches: 1.5, failed: 0.5, relevant: 1, judgedRelevant: 0 }],
    valuer: [
      { name: 'a', fetches: 1, failed: 0.5, relevant: 0.5, judgedRelevant: 0 },
      { name: 'b', fetches: 0.5, failed: 0, relevant: 0.5, judgedRelevant: 0 },
    ],
  });
});
