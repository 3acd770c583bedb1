import { emptyExperiment, experimentInput, isComplete, numbersIn, runInput } from './experiment-draft.js';

test.each([
  ['', []],
  ['200', [200]],
  ['200, 1000 5000', [200, 1_000, 5_000]],
  ['200,', [200]],
  ['many', null],
  ['1.5', null],
  ['-3', null],
])('numbers in %p are %p', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers);
});

test('a session has its own number of fetches; other webs need one', () => {
  const draft = emptyExperiment(null);
  expect(isComplete(draft)).toBe(false);
  expect(isComplete({ ...draft, sessionId: 's' })).toBe(true);
  expect(isComplete({ ...draft, sessionId: 's', policies: [] })).toBe(false);
  expect(isComplete({ ...draft, sessionId: 's', budgets: 'x' })).toBe(false);
  expect(isComplete({ ...draft, web: 'synthetic' })).toBe(false);
  expect(isComplete({ ...draft, web: 'synthetic', budgets: '200' })).toBe(true);
  expect(isComplete({ ...draft, web: 'recorded', recordedWeb: 'w', budgets: '200' })).toBe(false);
  expect(isComplete({ ...draft, web: 'synthetic', budgets: '1 2 3 4 5 6 7' })).toBe(false);
});

test('what was typed is sent, and no more', () => {
  const draft = {
    ...emptyExperiment('s'),
    policies: ['tres', 'breadth-first'],
    runs: '',
    concurrency: '',
    name: ' x ',
  };
  expect(runInput(draft)).toEqual({
    ...{ policies: [{ policy: 'tres' }, { policy: 'breadth-first' }], name: 'x', hostDelayMs: 0 },
  });
  expect(experimentInput({ ...draft, web: 'recorded', recordedWeb: 'w', topicId: 't', budgets: '9' })).toMatchObject({
    ...{ web: { recordedWeb: 'w' }, topicId: 't', budgets: [9] },
  });
  expect(experimentInput({ ...draft, web: 'synthetic', budgets: '9' })).not.toHaveProperty('topicId');
});
