import type { Schedule } from './schedule-queries.js';

/** What somebody has typed of a schedule. */
export interface ScheduleDraft {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly starts: 'session' | 'monitor';
  readonly topicId: string;
  readonly monitorId: string;
  readonly policy: string;
  readonly fetches: string;
  readonly missed: Schedule['missed'];
  readonly overlap: Schedule['overlap'];
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

/** A schedule as it may be typed anew. */
export function draftOf({ name, cron, timeZone, missed, overlap, action }: Schedule): ScheduleDraft {
  const { session, monitor } = action;
  const fetches = session?.config?.budget?.fetches ?? null;
  return {
    ...{ name, cron, timeZone, missed, overlap },
    starts: monitor ? 'monitor' : 'session',
    topicId: session?.topicId ?? '',
    monitorId: monitor?.monitorId ?? '',
    policy: session?.policy ?? '',
    fetches: fetches === null ? '' : String(fetches),
  };
}

function actionOf({ starts, topicId, monitorId, policy, fetches }: ScheduleDraft) {
  const session = {
    topicId,
    ...(policy === '' ? {} : { policy }),
    ...(fetches.trim() === '' ? {} : { budget: { fetches: Number(fetches) } }),
  };
  return starts === 'session' ? { session } : { monitor: { monitorId } };
}

/** What changes when the draft is saved. What is started has more settings than the form, and stays as it is unless it is to be another one. */
export const scheduleChange = (draft: ScheduleDraft, startsOther: boolean) => {
  const { name, cron, timeZone, missed, overlap } = draft;
  return {
    ...{ name: name.trim(), cron: cron.trim(), timeZone: timeZone.trim(), missed, overlap },
    ...(startsOther ? { action: actionOf(draft) } : {}),
  };
};

/** A new schedule as the service takes it. */
export const scheduleInput = (draft: ScheduleDraft) => ({
  ...scheduleChange(draft, false),
  action: actionOf(draft),
});

/** Whether it says what is to be started, and when. */
export const isComplete = ({ name, cron, timeZone, starts, topicId, monitorId }: ScheduleDraft): boolean =>
  name.trim() !== '' &&
  cron.trim() !== '' &&
  timeZone.trim() !== '' &&
  (starts === 'session' ? topicId : monitorId) !== '';
