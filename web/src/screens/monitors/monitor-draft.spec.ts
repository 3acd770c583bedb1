import { draftOf, EMPTY_MONITOR, isComplete, monitorChange, monitorInput } from './monitor-draft.js';
import type { Monitor } from './monitor-queries.js';

test('a monitor is made of a topic and a name, with the usual settings', () => {
  expect(isComplete({ ...EMPTY_MONITOR, name: 'cheese' })).toBe(false);
  const draft = { ...EMPTY_MONITOR, name: ' cheese ', topicId: 't' };
  expect(isComplete(draft)).toBe(true);
  expect(monitorInput(draft)).toEqual({
    ...{ topicId: 't', name: 'cheese', policy: 'POISSON', ignoreNumbers: true },
    ...{ fetches: 200, minHours: 1, maxHours: 720 },
  });
});

test('one that is changed begins with what it has, and what is emptied stays as it is', () => {
  const monitor = {
    ...{ name: 'cheese', topicId: 't', policy: 'FIXED', ignoreNumbers: false, fetches: 5, minHours: 0.5, maxHours: 9 },
  } as Monitor;
  expect(monitorChange(draftOf(monitor))).toEqual({
    ...{ name: 'cheese', policy: 'FIXED', ignoreNumbers: false, fetches: 5, minHours: 0.5, maxHours: 9 },
  });
  expect(monitorChange({ ...draftOf(monitor), fetches: ' ' }).fetches).toBeUndefined();
});
