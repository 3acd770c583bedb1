import { registerEnumType } from '@nestjs/graphql';
import { enumOf } from '../../../../platform/api/index.js';
import { CHANGE_KINDS, MONITOR_POLICIES, RUN_STATES } from '../monitor.js';

export const MonitorPolicyEnum = enumOf(MONITOR_POLICIES);
registerEnumType(MonitorPolicyEnum, { name: 'MonitorPolicy', description: 'How a monitor chooses the pages of a run' });
export const RunStateEnum = enumOf(RUN_STATES);
registerEnumType(RunStateEnum, {
  name: 'MonitorRunState',
  description: 'LOOKING: known pages are checked; SEARCHING: links near them are fetched',
});
export const ChangeKindEnum = enumOf(CHANGE_KINDS);
registerEnumType(ChangeKindEnum, {
  name: 'SeenChangeKind',
  description: 'BACK: a page that was gone is there again',
});

/** Descriptions of settings, for requests and responses. */
export const SETTING_TEXTS = {
  policy:
    'poisson: a rate of change is estimated for each page from its history, and the next fetch goes to the page for which it is worth most; fixed: each page is due minHours after its last check; forager-weblog, forager-td, forager-hybrid: a session under that policy decides itself',
  fetches: 'Maximum number of fetches of one run',
  newShare: 'Share of the fetches that is kept for links near the pages that are known. Not with foragers',
  minHours: 'No page is checked sooner than this number of hours after its last check',
  maxHours:
    'Each page is checked again at the latest after this number of hours, if fetches are left. Only with poisson and fixed',
  changeProbability:
    'A page is due when it has changed with this probability, by its estimated rate. Only with poisson',
  ignoreNumbers: 'Texts that differ in numbers alone count as the same: dates, times, counters',
  keepRuns: 'Number of runs whose sessions are kept. Changes are kept for longer',
} as const;
