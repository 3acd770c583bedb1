import { emptySchedule, isComplete, scheduleInput, usualName } from './schedule-draft.js';

test('a schedule starts a session of a topic, with what was typed and no more', () => {
  const draft = { ...emptySchedule('Europe/Berlin'), name: ' weekly ', topicId: 't' };
  expect(scheduleInput(draft, 'cheese')).toEqual({
    ...{ name: 'weekly', cron: '0 8 * * MON', timeZone: 'Europe/Berlin', missed: 'SKIP', overlap: 'SKIP' },
    action: { session: { topicId: 't', budget: { fetches: 500 } } },
  });
  expect(scheduleInput({ ...draft, policy: 'tres', fetches: '' }, 'cheese').action).toEqual({
    session: { topicId: 't', policy: 'tres' },
  });
});

test('or sessions with all settings of another one', () => {
  const settings = { policy: 'tres', render: 'auto', budget: { minutes: 5 } };
  const draft = { ...emptySchedule('UTC'), topicId: 't', settings };
  expect(scheduleInput(draft, 'cheese').action).toEqual({ session: { topicId: 't', ...settings, render: 'AUTO' } });
});

test('or a run of a monitor', () => {
  const draft = { ...emptySchedule('UTC'), name: 'x', starts: 'monitor' as const };
  expect(isComplete(draft)).toBe(false);
  expect(isComplete({ ...draft, monitorId: 'm' })).toBe(true);
  expect(scheduleInput({ ...draft, monitorId: 'm' }, '').action).toEqual({ monitor: { monitorId: 'm' } });
});

test('it is called by what it starts and when, unless it has a name', () => {
  const draft = { ...emptySchedule('UTC'), topicId: 't' };
  expect(scheduleInput(draft, 'cheese').name).toBe('cheese, every Monday at 08:00');
  expect(usualName('x'.repeat(300), draft)).toHaveLength(200);
});

test('without a day or a time it is not complete', () => {
  const draft = { ...emptySchedule('UTC'), topicId: 't' };
  expect(isComplete(draft)).toBe(true);
  expect(isComplete({ ...draft, rule: { every: 'week', days: [], time: '08:00' } })).toBe(false);
  expect(isComplete({ ...draft, rule: { every: 'day', time: '' } })).toBe(false);
});
