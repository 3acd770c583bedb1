/** How the console says what the API says by names and numbers. */

export const STATES: Readonly<Record<string, string>> = {
  QUEUED: 'Waiting',
  STARTING: 'Starting',
  RUNNING: 'Running',
  PAUSED: 'Paused',
  COMPLETED: 'Completed',
  STOPPED: 'Stopped',
  FAILED: 'Failed',
};

export const REASONS: Readonly<Record<string, string>> = {
  BUDGET: 'its budget is spent',
  ERROR: 'an error in the service',
  FRONTIER_EMPTY: 'no link is left to follow',
  MODEL_FAILED: 'its relevance model could not be made',
  POLICY_WAITS: 'its policy waited though no fetch was under way',
  PROXY_REFUSED: 'its proxies refused every fetch',
  QUOTA: 'a quota of the project is used up',
  RATE_LIMITED: 'a server asked for a long wait',
  SATURATED: 'its harvest rate fell below the saturation floor',
  SEEDS_UNREACHABLE: 'not one of its seeds could be fetched',
  STOPPED: 'somebody stopped it',
  TIME: 'its running time is used up',
};

const ADVICE: Readonly<Record<string, string>> = {
  BUDGET: 'Extend it to continue where it ended.',
  FRONTIER_EMPTY: 'Start another session with more seeds, or with a wider scope.',
  MODEL_FAILED: 'Resume it to make another model.',
  POLICY_WAITS: 'Correct the policy module, then start another session.',
  PROXY_REFUSED: 'Resume it when its proxies work again.',
  QUOTA: 'It continues by itself when there is room.',
  SEEDS_UNREACHABLE: 'See the causes below, then resume it or start another one with other seeds.',
  SATURATED: 'Extend it to continue anyway.',
  STOPPED: 'Extend it to continue where it ended.',
  TIME: 'Extend it to continue where it ended.',
};

/** The starter of a session, after the word "Started"; nothing for users. */
export const STARTED_BY = {
  USER: '',
  SCHEDULE: 'by a schedule',
  MONITOR: 'by a monitor',
} as const satisfies Readonly<Record<string, string>>;

export interface Standing {
  readonly state: string;
  readonly stateReason: string | null;
  readonly waitingFor?: string | null | undefined;
  readonly command?: string | null | undefined;
}

/** Of a queued session. */
const WAITS: Readonly<Record<string, string>> = {
  MODEL: 'its relevance model is being made',
  QUOTA: 'a quota of the project is used up',
  ARCHIVE_FULL: 'the disk of the archives is full or cannot be written',
  DATABASE_FULL: 'the disk of the database is full or cannot be written',
};

/** State and reason of a session, as a sentence. */
export function standingOf({ state, stateReason, waitingFor, command }: Standing): string {
  const words = STATES[state] ?? state;
  if (command === 'PAUSE' && state === 'RUNNING') return 'Running; it pauses when the fetches under way are completed.';
  if (command === 'STOP' && state === 'RUNNING') return 'Running; it stops when the fetches under way are completed.';
  if (state === 'QUEUED') {
    const wait = WAITS[waitingFor ?? ''];
    return wait === undefined ? `${words} for a worker.` : `${words}: ${wait}.`;
  }
  return stateReason === null ? `${words}.` : `${words}: ${REASONS[stateReason] ?? stateReason}.`;
}

/** The next possible action; empty if none is needed. */
export const adviceOn = ({ stateReason }: Pick<Standing, 'stateReason'>): string =>
  stateReason === null ? '' : (ADVICE[stateReason] ?? '');

export const hasEnded = (state: string): boolean => ['COMPLETED', 'STOPPED', 'FAILED'].includes(state);

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);
export const decimal = (value: number): string => tenth.format(value);
export const percent = (share: number | null): string => (share === null ? '–' : `${tenth.format(share * 100)}%`);

/** `12 pages`, `1 page`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** The day of a moment in the browser's time zone, as `2026-11-20`. Swedish writes dates so. */
export const dayOf = (moment: string | Date): string => new Date(moment).toLocaleDateString('sv');

/** The same with the minute, as `2026-11-20 12:05`. @throws RangeError for a zone that the browser does not know */
export const minuteOf = (iso: string, timeZone?: string): string =>
  new Date(iso).toLocaleString('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });

/** The same with the second, as `2026-11-20 12:05:31`. */
export const secondOf = (iso: string): string => new Date(iso).toLocaleString('sv');

/** The time of a moment, as `12:05`, with its day unless that is today. @param now epoch ms */
export const timeOfDay = (iso: string, now: number): string =>
  dayOf(iso) === dayOf(new Date(now)) ? minuteOf(iso).slice(-5) : minuteOf(iso);

/** A time of the past in words, or the date if it is long ago. */
export function ago(iso: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  if (seconds < 45) return 'just now';
  if (seconds < 3_570) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 84_600) return `${Math.max(1, Math.round(seconds / 3_600))} h ago`;
  if (seconds < 14 * 86_400) return `${counted(Math.round(seconds / 86_400), 'day')} ago`;
  return dayOf(iso);
}

/** Remaining time until a moment: `about 12 minutes left`. @param now epoch ms */
export function timeLeft(iso: string, now: number): string {
  const minutes = (Date.parse(iso) - now) / 60_000;
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 90) return `about ${counted(Math.round(minutes), 'minute')} left`;
  const [value, unit] = minutes < 36 * 60 ? [minutes / 60, 'hour'] : [minutes / 1_440, 'day'];
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `about ${decimal(rounded)} ${rounded === 1 ? unit : `${unit}s`} left`;
}

/** Words with a capital at their beginning. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A span of time in words. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${tenth.format(seconds)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return `${tenth.format(seconds / 3_600)} h`;
}
