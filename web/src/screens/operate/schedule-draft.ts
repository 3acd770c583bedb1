/** What somebody has typed of a new schedule. */
export interface ScheduleDraft {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly starts: 'session' | 'monitor';
  readonly topicId: string;
  readonly monitorId: string;
  readonly policy: string;
  readonly fetches: string;
  readonly missed: 'SKIP' | 'ONCE' | 'ALL';
  readonly overlap: 'SKIP' | 'QUEUE';
}

export const emptySchedule = (timeZone: string): ScheduleDraft => ({
  ...{
    name: '',
    cron: '0 6 * * *',
    timeZone,
    starts: 'session',
    topicId: '',
    monitorId: '',
    policy: '',
    fetches: '500',
  },
  ...{ missed: 'SKIP', overlap: 'SKIP' },
});

/** As the service takes it. */
export function scheduleInput(draft: ScheduleDraft) {
  const { name, cron, timeZone, starts, topicId, monitorId, policy, fetches, missed, overlap } = draft;
  const session = {
    topicId,
    ...(policy === '' ? {} : { policy }),
    ...(fetches.trim() === '' ? {} : { budget: { fetches: Number(fetches) } }),
  };
  return {
    ...{ name: name.trim(), cron: cron.trim(), timeZone: timeZone.trim(), missed, overlap },
    action: starts === 'session' ? { session } : { monitor: { monitorId } },
  };
}

/** Whether it says what is to be started, and when. */
export const isComplete = ({ name, cron, timeZone, starts, topicId, monitorId }: ScheduleDraft): boolean =>
  name.trim() !== '' &&
  cron.trim() !== '' &&
  timeZone.trim() !== '' &&
  (starts === 'session' ? topicId : monitorId) !== '';
