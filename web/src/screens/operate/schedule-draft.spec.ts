import { emptySchedule, isComplete, scheduleInput } from './schedule-draft.js';

test('a schedule starts a session of a topic, with what was typed and no more', () => {
  const draft = { ...emptySchedule('Europe/Berlin'), name: ' daily ', topicId: 't' };
  expect(scheduleInput(draft)).toEqual({
    ...{ name: 'daily', cron: '0 6 * * *', timeZone: 'Europe/Berlin', missed: 'SKIP', overlap: 'SKIP' },
    action: { session: { topicId: 't', budget: { fetches: 500 } } },
  });
  expect(scheduleInput({ ...draft, policy: 'tres', fetches: '' }).action).toEqual({
    session: { topicId: 't', policy: 'tres' },
  });
});

test('or a run of a monitor', () => {
  const draft = { ...emptySchedule('UTC'), name: 'x', starts: 'monitor' as const };
  expect(isComplete(draft)).toBe(false);
  expect(isComplete({ ...draft, monitorId: 'm' })).toBe(true);
  expect(scheduleInput({ ...draft, monitorId: 'm' }).action).toEqual({ monitor: { monitorId: 'm' } });
});
