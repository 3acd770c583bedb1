import { CurveRecorder, finishedRun, summarise } from '../../../../domain/experiments/index.js';
import { curvesCsv, curvesSvg } from './curves.js';

function run(policy: number, randomSeed: number, found: string, budget = 4) {
  const recorder = new CurveRecorder();
  for (const [i, each] of Array.from(found).entries()) recorder.add(each === '1', `d${i}`);
  const measured = { targets: 4, best: 4, end: 'BUDGET', wallMs: 1 };
  return finishedRun({ policy, budget, randomSeed }, recorder.curve(), measured);
}
const policies = ['=one', '<two>'];
const runs = [run(0, 1, '1000'), run(0, 2, '0111'), run(1, 1, '1011'), run(0, 1, '11', 2)];
const references = [{ ...run(-1, 0, '1111'), name: 'oracle' }];
const curves = { title: 'Bread & <cheese>', policies, budgets: summarise(policies, runs, references) };

it('writes curves as CSV, without formulas', () => {
  const rows = curvesCsv(curves).split('\r\n');
  expect(rows[0]).toBe('policy,budget,fetches,relevant,relevantLow,relevantHigh,domains,domainsLow,domainsHigh');
  expect(rows[1]).toBe("'=one,2,1,1,1,1,1,1,1");
  expect(rows).toContain("'=one,4,4,2,1,3,2,1,3");
  expect(rows).toContain('oracle,4,3,3,3,3,3,3,3');
  // Two steps of the first budget; four of the second, for two policies and the oracle.
  expect(rows).toHaveLength(1 + 2 + 3 * 4 + 1);
});

it('draws them as SVG that stands alone', () => {
  const svg = curvesSvg(curves);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/);
  expect(svg).toContain('Bread &amp; &lt;cheese&gt;');
  expect(svg).not.toMatch(/<two>|NaN|undefined|Infinity|var\(/);
  // Pages and domains of each budget: lines of one policy, then of two.
  expect(svg.match(/<path class="line c\d s0" d="M[^"]*L/g)).toHaveLength(2 + 4);
  expect(svg.match(/<path class="band/g)).toHaveLength(2);
  expect(svg).toContain('Budget of 2 fetches');
});
