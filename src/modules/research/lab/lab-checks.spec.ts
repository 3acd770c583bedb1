import { checkExamples } from './lab-checks.js';

const isRelevant = (url: string): boolean => url.startsWith('r');

it.each([
  [{ positives: 2, negatives: 1 }, []],
  [
    { positives: 3, negatives: 1 },
    [
      'examples: only 2 of 3 positives: all recorded pages with the label food train the model, and none of them measures it',
    ],
  ],
  [
    { positives: 0, negatives: 5 },
    [
      'examples: only 1 of 5 negatives: all recorded pages with other labels only train the model, and none of them measures it',
    ],
  ],
])('warns when the examples %j are more than there are', (examples, warnings) => {
  expect(checkExamples(['r1', 'r2', 'n1'], { examples, label: 'food' }, isRelevant)).toEqual(warnings);
});
