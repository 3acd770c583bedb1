import { cronInWords, cronOf, type Rule, ruleOf } from '../../parts/cron-words.js';
import { asGraphql, type Settings } from '../../parts/session-settings.js';
import type { Schedule } from './schedule-queries.js';

/** The input of the form for a schedule. */
export interface ScheduleDraft {
  /** Empty: it is called by what it starts and when. */
  readonly name: string;
  readonly rule: Rule;
  readonly timeZone: string;
  readonly starts: 'session' | 'monitor';
  readonly topicId: string;
  readonly monitorId: string;
  readonly policy: string;
  readonly fetches: string;
  /**
   * All settings of its sessions, where they are to be like another session; null where they are those of this draft.
   */
  readonly settings: Settings | null;
  readonly missed: Schedule['missed'];
  readonly overlap: Schedule['overlap'];
}

/** Every Monday at eight. */
export const emptySchedule = (timeZone: string): ScheduleDraft => ({
  ...{ name: '', rule: { every: 'week', days: [0], time: '08:00' }, timeZone },
  ...{ starts: 'session', topicId: '', monitorId: '', policy: '', fetches: '500', settings: null },
  ...{ missed: 'SKIP', overlap: 'SKIP' },
});

/** The draft of a schedule that exists. */
export function draftOf({ name, cron, timeZone, missed, overlap, action }: Schedule): ScheduleDraft {
  const { session, monitor } = action;
  const fetches = session?.config?.budget?.fetches ?? null;
  return {
    ...{ name, rule: ruleOf(cron), timeZone, missed, overlap },
    starts: monitor ? 'monitor' : 'session',
    topicId: session?.topicId ?? '',
    monitorId: monitor?.monitorId ?? '',
    policy: session?.policy ?? '',
    fetches: fetches === null ? '' : String(fetches),
    settings: null,
  };
}

function actionOf({ starts, topicId, monitorId, policy, fetches, settings }: ScheduleDraft) {
  if (settings !== null) return { session: { topicId, ...asGraphql(settings) } };
  const session = {
    topicId,
    ...(policy === '' ? {} : { policy }),
    ...(fetches.trim() === '' ? {} : { budget: { fetches: Number(fetches) } }),
  };
  return starts === 'session' ? { session } : { monitor: { monitorId } };
}

const MOST_OF_NAME = 200;

/** The name of a schedule that was given none. @param subject the name of the topic or monitor */
export const usualName = (subject: string, { rule }: Pick<ScheduleDraft, 'rule'>): string => {
  const when = cronInWords(cronOf(rule));
  return `${subject.slice(0, MOST_OF_NAME - when.length - 2)}, ${when}`;
};

/**
 * The change that saves the draft. The action has more settings than the form, and stays as it is unless it is to be
 * another one.
 */
export const scheduleChange = (draft: ScheduleDraft, startsOther: boolean, subject = '') => {
  const { rule, timeZone, missed, overlap } = draft;
  const name = draft.name.trim() || usualName(subject, draft);
  return {
    ...{ name, cron: cronOf(rule), timeZone: timeZone.trim(), missed, overlap },
    ...(startsOther ? { action: actionOf(draft) } : {}),
  };
};

/** A new schedule as the service takes it. */
export const scheduleInput = (draft: ScheduleDraft, subject: string) => ({
  ...scheduleChange(draft, false, subject),
  action: actionOf(draft),
});

/** Whether it says what is to be started, and when. */
export const isComplete = ({ rule, timeZone, starts, topicId, monitorId }: ScheduleDraft): boolean =>
  cronOf(rule) !== '' && timeZone.trim() !== '' && (starts === 'session' ? topicId : monitorId) !== '';
