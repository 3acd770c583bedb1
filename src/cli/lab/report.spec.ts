import { CurveRecorder, finishedRun, summarise } from '../../domain/experiments/index.js';
import { comparisonTable } from './report.js';

function run(policy: number, randomSeed: number, found: string) {
  const recorder = new CurveRecorder();
  for (const [i, each] of Array.from(found).entries()) recorder.add(each === '1', `d${i}`);
  const measured = { targets: 4, best: 4, end: 'BUDGET', wallMs: 1 };
  return finishedRun({ policy, budget: 4, randomSeed }, recorder.curve(), measured);
}

it('tells of several policies what the table of results leaves out', () => {
  const policies = ['one', 'two'];
  const runs = [run(0, 1, '1000'), run(0, 2, '1000'), run(1, 1, '1011'), run(1, 2, '1001')];
  const told = comparisonTable({ policies, budgets: summarise(policies, runs, []) });
  expect(told.split('\n').slice(2)).toEqual([
    'policy  budget  to 10%  to 25%  to 50%  to 75%             relevant              domains  front',
    '------  ------  ------  ------  ------  ------  -------------------  -------------------  -----',
    'one          4       1       1       -       -',
    'two          4       1       1     3.5       -  +1.5 (-4.0 to +4.0)  +1.5 (-4.0 to +4.0)  front',
  ]);
  expect(comparisonTable({ policies: ['one'], budgets: [] })).toBe('');
});
