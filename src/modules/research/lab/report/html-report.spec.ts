import { finishedRun, CurveRecorder, summarise } from '../../../../domain/experiments/index.js';
import { htmlReport } from './html-report.js';
import { shown, ticksTo } from '../../../../platform/html/index.js';
import { runsCsv } from './runs-csv.js';

const NASTY = '<script>alert("x")</script>&\'';
const names = [NASTY, ...Array.from({ length: 19 }, (_, i) => `policy-${i}`)];
const BUDGETS = [1, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

/** A run that finds a page at every n-th step. */
function run(policy: number, budget: number, randomSeed: number) {
  const recorder = new CurveRecorder();
  for (let step = 0; step < budget; step++) recorder.add(step % (policy + randomSeed) === 0, `d${step % 97}`);
  return finishedRun({ policy, budget, randomSeed }, recorder.curve(), {
    ...{ targets: 900, best: 800, end: 'BUDGET', wallMs: 12, simulatedMs: 60_000 },
  });
}
const runs = names.flatMap((_, policy) =>
  BUDGETS.flatMap((budget) => [1, 2, 3].map((seed) => run(policy, budget, seed))),
);
const budgets = summarise(
  names,
  runs,
  BUDGETS.map((budget) => ({ ...run(0, budget, 1), name: 'oracle' })),
);
const report = { title: NASTY, facts: [{ name: NASTY, value: NASTY }], notes: [NASTY], policies: names, budgets };

describe('the report of an experiment', () => {
  const html = htmlReport(report);

  it('is one small file that loads nothing, whatever texts it has', () => {
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;');
    expect(html).not.toMatch(/(?:src|href|url)\s*[=(]/i);
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
    // Twenty policies with eight budgets: the largest experiments.
    expect(html.length).toBeLessThan(300_000);
  });

  it('has a section with plots and a table for each budget', () => {
    expect(html.match(/<section>/g)).toHaveLength(BUDGETS.length);
    // With a budget of one fetch there is a single domain.
    expect(html.match(/<svg /g)).toHaveLength(3 * BUDGETS.length - 2);
    expect(html).toContain('Budget of 16 000 fetches');
  });

  it('leaves domains out where there is one alone, and says what does not depend on the seed', () => {
    const same = (policy: number, seed: number) => ({ ...run(policy, 250, 1), policy, randomSeed: seed, domains: 1 });
    const flat = [same(1, 1), same(1, 2), same(2, 1), same(2, 2)].map((each) => ({ ...each, policy: each.policy - 1 }));
    const alone = htmlReport({ ...report, policies: ['a', 'b'], budgets: summarise(['a', 'b'], flat, []) });
    expect(alone.match(/<svg /g)).toHaveLength(1);
    expect(alone).toContain('fewer, whatever the seed');
    expect(alone).toContain('<td>the same</td>');
  });

  it('says so when nothing has run, and has no difference of a single policy', () => {
    expect(htmlReport({ ...report, budgets: [] })).toContain('No run has finished yet');
    const alone = summarise(['one'], [run(0, 250, 1)], []);
    expect(htmlReport({ ...report, policies: ['one'], budgets: alone })).not.toMatch(/<h3>|NaN|Pareto front<\/fig/);
  });
});

describe('runs as CSV', () => {
  it('has a row for each, and no formulas', () => {
    const rows = runsCsv(['=1+1', ...names.slice(1)], runs.slice(0, 2)).split('\r\n');
    expect(rows[0]).toBe(
      'policy,budget,randomSeed,fetched,relevant,domains,harvestRate,area,recall,oracleShare,firstRelevant,stepsTo10,stepsTo25,stepsTo50,stepsTo75,end,wallMs,simulatedMs',
    );
    expect(rows[1]).toBe(`'=1+1,1,1,1,1,1,1,1,${1 / 900},${1 / 800},1,,,,,budget,12,60000`);
  });
});

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [0.0123, '0.012'],
    [3, '3'],
    [3.456, '3.46'],
    [-12.34, '−12.3'],
    [1_234_567.8, '1 234 568'],
  ])('%d is %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [157, [0, 50, 100, 150, 200]],
    [2_000, [0, 500, 1_000, 1_500, 2_000]],
  ])('an axis to %d has the ticks %j', (most, ticks) => {
    expect(ticksTo(most)).toEqual(ticks);
  });
});
