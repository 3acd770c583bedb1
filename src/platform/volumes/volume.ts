import { setTimeout as sleep } from 'node:timers/promises';

export const VOLUME_NAMES = ['database', 'archive'] as const;
export type VolumeName = (typeof VOLUME_NAMES)[number];

/**
 * Why a volume cannot be written to: `space`, free space is below its reserve; `fault`, a write and a trial write have
 * failed.
 */
type Lack = 'space' | 'fault';

/** Bytes; null if unknown. */
export interface VolumeRoom {
  readonly free: number | null;
  readonly size: number | null;
  /** Below this no new work begins. */
  readonly reserve: number;
  readonly lack: Lack | null;
}

/** Figures of a disk, in bytes and files. */
export interface DiskFigures {
  readonly free: number;
  readonly size: number;
  /** Files that may still be created; null if unlimited. */
  readonly freeFiles: number | null;
}

interface VolumeOptions {
  /** Bytes to keep free, so that work in progress can end. On small disks a share of the size, if that is less. */
  readonly reserveBytes: number;
  /** Null if the volume belongs to another machine. */
  readonly figures: (() => Promise<DiskFigures>) | null;
  /** Writes something and removes it. */
  readonly tryWrite: () => Promise<void>;
  readonly now?: () => number;
}

const RESERVED_SHARE = 0.05;
const LEAST_FILES = 100;
/**
 * A full volume counts as having room again at this multiple of its reserve: otherwise each page would end and begin
 * the wait.
 */
const ROOM_AGAIN = 1.25;
/** A network disk may not answer at all. */
const ANSWER_MS = 2_000;
/**
 * Time that a result is cached: sessions, health and metrics ask for the same. Not longer: a worker releases a session
 * when its disk is full, and others would claim it before they notice.
 */
const FRESH_MS = 100;
const FIRST_TRIAL_MS = 1_000;
const LONGEST_TRIAL_MS = 30_000;

/** Error codes of disks that are full, over quota or not writable. */
const FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']);
const MAX_DEPTH = 8;

/** Whether a write failed because of the volume, not the data. Searches the error's causes. */
export function isVolumeFault(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return (typeof code === 'string' && FAULTS.has(code)) || isVolumeFault(cause, depth + 1);
}

/** A place for growing data: checks whether it has room for more. */
export class Volume {
  private seen: { readonly at: number; readonly room: Promise<VolumeRoom> } | null = null;
  private asked: Promise<DiskFigures | null> | null = null;
  private trial: Promise<boolean> | null = null;
  private lacked: Lack | null = null;
  private fault: { trialAt: number; delayMs: number } | null = null;
  private readonly now: () => number;

  constructor(private readonly options: VolumeOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** Whether there is room, cached for a moment. Never rejects, and takes at most four seconds. */
  look(): Promise<VolumeRoom> {
    const at = this.now();
    if (this.seen === null || at - this.seen.at > FRESH_MS) this.seen = { at, room: this.see() };
    return this.seen.room;
  }

  /** A write has failed: nothing is to be written until a trial write succeeds. */
  failed(): void {
    this.fault ??= { trialAt: this.now() + FIRST_TRIAL_MS, delayMs: FIRST_TRIAL_MS };
    this.seen = null;
  }

  private async see(): Promise<VolumeRoom> {
    const figures = await this.figures();
    await this.tryAgain();
    const { reserveBytes } = this.options;
    const reserve = figures === null ? reserveBytes : Math.min(reserveBytes, RESERVED_SHARE * figures.size);
    const wanted = this.lacked === null ? reserve : reserve * ROOM_AGAIN;
    const isShort =
      figures !== null && (figures.free < wanted || (figures.freeFiles ?? Number.POSITIVE_INFINITY) < LEAST_FILES);
    this.lacked = this.fault !== null ? 'fault' : isShort ? 'space' : null;
    return {
      free: figures?.free ?? null,
      size: figures?.size ?? null,
      reserve: Math.round(reserve),
      lack: this.lacked,
    };
  }

  private async figures(): Promise<DiskFigures | null> {
    const { figures } = this.options;
    if (figures === null) return null;
    // One query at a time: each unanswered one holds a thread.
    this.asked ??= figures()
      .catch(() => null)
      .finally(() => (this.asked = null));
    return inTime(this.asked);
  }

  private async tryAgain(): Promise<void> {
    const { fault } = this;
    if (fault === null || this.now() < fault.trialAt) return;
    this.trial ??= this.options
      .tryWrite()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.trial = null));
    if ((await inTime(this.trial)) === true) {
      this.fault = null;
      return;
    }
    fault.delayMs = Math.min(LONGEST_TRIAL_MS, 2 * fault.delayMs);
    fault.trialAt = this.now() + fault.delayMs;
  }
}

/** @returns null if it takes too long */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const waiting = new AbortController();
  const late = sleep(ANSWER_MS, null, { signal: waiting.signal, ref: false }).catch(() => null);
  const done = await Promise.race([work, late]);
  waiting.abort();
  return done;
}
