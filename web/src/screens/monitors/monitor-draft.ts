import type { Monitor } from './monitor-queries.js';

/** The input of the form for a monitor. */
export interface MonitorDraft {
  readonly name: string;
  readonly topicId: string;
  readonly policy: Monitor['policy'];
  readonly fetches: string;
  readonly minHours: string;
  readonly maxHours: string;
  readonly ignoreNumbers: boolean;
}

/** With the settings that the service takes where none are given. */
export const EMPTY_MONITOR: MonitorDraft = {
  ...{ name: '', topicId: '', policy: 'POISSON', fetches: '200', minHours: '1', maxHours: '720', ignoreNumbers: true },
};

/** The draft of an existing monitor. */
export const draftOf = (monitor: Monitor): MonitorDraft => ({
  ...{ name: monitor.name, topicId: monitor.topicId, policy: monitor.policy, ignoreNumbers: monitor.ignoreNumbers },
  ...{ fetches: String(monitor.fetches), minHours: String(monitor.minHours), maxHours: String(monitor.maxHours) },
});

const numberOf = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));

/** Name and settings in the form of the API. Empty inputs keep their values, or get the defaults. */
export const monitorChange = ({ name, policy, fetches, minHours, maxHours, ignoreNumbers }: MonitorDraft) => ({
  ...{ name: name.trim(), policy, ignoreNumbers },
  ...{ fetches: numberOf(fetches), minHours: numberOf(minHours), maxHours: numberOf(maxHours) },
});

export const monitorInput = (draft: MonitorDraft) => ({ topicId: draft.topicId, ...monitorChange(draft) });

/** Whether it says what is watched. */
export const isComplete = ({ name, topicId }: MonitorDraft): boolean => name.trim() !== '' && topicId !== '';
