import { bytesInWords } from '../../parts/bytes.js';
import { spelled } from '../../parts/named-words.js';
import { outcomeInWords } from '../../parts/outcome-words.js';
import { count, counted, duration, percent, REASONS } from '../../parts/words.js';
import type { EventDetails, EventKind } from './queries.js';

/** How the console says what happened to a session. */

export const KINDS: Readonly<Record<EventKind, string>> = {
  QUEUED: 'Queued',
  STARTED: 'Started',
  RUNNING: 'Running',
  PAUSE_REQUESTED: 'Pause requested',
  PAUSED: 'Paused',
  RESUMED: 'Resumed',
  STOP_REQUESTED: 'Stop requested',
  STOPPED: 'Stopped',
  EXTENDED: 'Extended',
  RELEASED: 'Released by its worker',
  TAKEN_OVER: 'Taken over by another worker',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  MODEL_SWITCH_REQUESTED: 'Change of model requested',
  MODEL_SWITCH_CANCELLED: 'Change of model cancelled',
  MODEL_SWITCHED: 'Model changed',
  MODEL_SWITCH_FAILED: 'Change of model failed',
  CLASSIFIER_DOWN: 'Classifier does not answer',
  CLASSIFIER_UP: 'Classifier answers again',
  CHECKPOINT_DROPPED: 'Checkpoint not usable',
  POLICY_RELEARNT: 'Policy has learned from the log',
  DATABASE_OUTAGE: 'Database unreachable',
  ARCHIVE_FULL: 'No room in the archive',
  DATABASE_FULL: 'No room in the database',
  SATURATED: 'Saturated',
  HOST_GIVEN_UP: 'Host given up',
  ROBOTS_REFUSED: 'Refused by robots.txt',
  RETRIED: 'Tried again',
  HOST_HELD: 'Host held',
  HOST_FREED: 'Host freed',
};

const RELEASES: Readonly<Record<string, string>> = {
  shutdown: 'the worker was shut down',
  'model-switch': 'its model is changed first',
  'model-remade': 'its model is trained again',
  'database-away': 'the database was unreachable',
  'archive-full': 'the disk of the archives is full',
  'database-full': 'the disk of the database is full',
};

/** The author of a command or change. */
function actorOf({ by, caller, api, worker }: EventDetails): string[] {
  if (by === 'USER') {
    const who = caller === null || caller === 'local' ? 'somebody' : caller;
    return [`by ${who}${api === null ? '' : ` over ${api === 'REST' ? 'REST' : 'GraphQL'}`}`];
  }
  if (by === 'WORKER') return worker === null ? [] : [`worker ${worker}`];
  return by === null ? [] : [`by the ${spelled(by)}`];
}

const reasonIn = (reason: string): string => RELEASES[reason] ?? REASONS[reason] ?? reason;

function hostIn(
  { host, count: times, recovered, failures, inRow, outcome, httpStatus }: EventDetails,
  kind: EventKind,
): string[] {
  const where = host ?? 'other hosts';
  const last = outcome === null ? [] : [`last: ${outcomeInWords(outcome, httpStatus)}`];
  const often = times === null ? '' : `: ${counted(times, 'time')}`;
  if (kind === 'ROBOTS_REFUSED') return [`${where}${times === null ? '' : `: ${counted(times, 'URL')}`}`];
  if (kind === 'RETRIED')
    return [
      `${where}${times === null ? '' : `: ${counted(times, 'further attempt')}`}`,
      ...(recovered === null ? [] : [`${count(recovered)} brought the page`]),
      ...last,
    ];
  return [
    `${where}${often}`,
    ...(failures === null ? [] : [`after ${counted(failures, 'failure')} in a row`]),
    ...(inRow === null ? [] : [`after ${counted(inRow, 'fetch', 'fetches')} in a row without a page`]),
    ...last,
  ];
}

function modelIn({ pages, changed, relevantBefore, relevantAfter }: EventDetails): string[] {
  return [
    ...(pages === null ? [] : [`${counted(pages, 'page')} judged again, ${count(changed ?? 0)} otherwise`]),
    ...(relevantBefore === null || relevantAfter === null
      ? []
      : [`${count(relevantBefore)} relevant before, ${count(relevantAfter)} after`]),
  ];
}

/** The details of an event, in parts. Each kind has its own details. */
export function detailsInWords(kind: EventKind, details: EventDetails): string[] {
  if (['HOST_GIVEN_UP', 'ROBOTS_REFUSED', 'RETRIED', 'HOST_HELD', 'HOST_FREED'].includes(kind))
    return hostIn(details, kind);
  const { previousWorker, workerDied, inFlight, seconds, checkpoint, toVersion, fromVersion, window } = details;
  return [
    ...actorOf(details),
    ...(details.reason === null ? [] : [reasonIn(details.reason)]),
    ...(details.quota === null ? [] : [`quota: ${spelled(details.quota)}`]),
    ...(previousWorker === null
      ? []
      : [`from ${previousWorker}, which ${workerDied === true ? 'died' : 'was too slow'}`]),
    ...(inFlight === null || inFlight === 0 ? [] : [`${counted(inFlight, 'fetch', 'fetches')} under way repeated`]),
    ...modelIn(details),
    ...(checkpoint === null ? [] : [`taken after ${counted(checkpoint, 'step')}`]),
    ...(toVersion === null ? [] : [`version ${fromVersion ?? '?'} to ${toVersion}`]),
    ...(window === null
      ? []
      : [
          `harvest rate ${percent(details.harvestRate)} of ${counted(window, 'page')}, below ${percent(details.minHarvestRate)}`,
        ]),
    ...(details.lack === null ? [] : [details.lack === 'space' ? 'too little is free' : 'a write failed']),
    ...(details.freeBytes === null ? [] : [`${bytesInWords(details.freeBytes)} free`]),
    ...(details.trouble === null ? [] : [spelled(details.trouble)]),
    ...(seconds === null ? [] : [`for ${duration(seconds)}`]),
    ...[details.error, details.message].filter((text) => text !== null),
  ];
}
