import { intervalsOf, wilson } from './interval.js';

test("Wilson's interval is that of the textbook", () => {
  const { low, high } = wilson(8, 10) ?? { low: 0, high: 0 };
  expect(low).toBeCloseTo(0.4902, 3);
  expect(high).toBeCloseTo(0.9433, 3);
  expect(wilson(0, 0)).toBeNull();
  expect(wilson(0, 5)?.low).toBeCloseTo(0, 9);
});

test('precision, recall and accuracy are shares of different numbers', () => {
  const { precision, recall, accuracy } = intervalsOf({
    ...{ truePositives: 8, falsePositives: 2, trueNegatives: 10, falseNegatives: 0 },
  });
  expect(precision).toEqual(wilson(8, 10));
  expect(recall).toEqual(wilson(8, 8));
  expect(accuracy).toEqual(wilson(18, 20));
});
