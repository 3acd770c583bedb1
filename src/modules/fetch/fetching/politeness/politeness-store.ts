import { LRUCache } from 'lru-cache';
import type { HostPace } from '../../../../domain/politeness/index.js';

/** The newest robots.txt response of one origin. */
export interface StoredRobots {
  readonly origin: string;
  /** The file's text; null if the origin could not provide it. */
  readonly body: string | null;
  /** Why it could not. */
  readonly cause: string | null;
  /** Back-off after that failure, ms; the next failure doubles it. */
  readonly backoffMs: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The part of a host's pace that is worth storing. */
export type StoredPace = Pick<HostPace, 'delayMs' | 'notBefore' | 'failures' | 'openings'>;

/** One change: the host's pace, or null to delete it. */
export interface HostChange {
  readonly host: string;
  readonly pace: StoredPace | null;
}

/**
 * Stores politeness beyond a process. Several workers may share one store. Every method may be slow or reject: nothing
 * waits long for it.
 */
export interface PolitenessStore {
  /** The newest response, expired or not; null if there is none. */
  loadRobots(origin: string): Promise<StoredRobots | null>;
  saveRobots(files: readonly StoredRobots[]): Promise<void>;
  /** Null also if the state is older than a day and requires nothing any more. */
  loadHost(host: string, now: number): Promise<StoredPace | null>;
  /** Keeps a later `notBefore` from another worker. */
  saveHosts(changes: readonly HostChange[], now: number): Promise<void>;
  /** Deletes expired records. */
  sweep(now: number): Promise<void>;
}

/**
 * The time until which a host gets no requests, by the current clock, which may have been set since: never longer than
 * meant when it was written.
 */
export const heldUntil = (notBefore: number, writtenAt: number, now: number): number =>
  Math.min(notBefore, now + Math.max(0, notBefore - writtenAt));

/** A host unused for a day is treated as new. */
export const FORGET_AFTER_MS = 86_400_000;

const MAX_HOSTS = 10_000;

/** Remembers hosts during the life of the process; the gate keeps robots.txt files anyway. */
export class VolatilePolitenessStore implements PolitenessStore {
  private readonly hosts = new LRUCache<string, StoredPace & { readonly at: number }>({ max: MAX_HOSTS });

  loadRobots(): Promise<null> {
    return Promise.resolve(null);
  }

  saveRobots(): Promise<void> {
    return Promise.resolve();
  }

  loadHost(host: string, now: number): Promise<StoredPace | null> {
    const kept = this.hosts.peek(host);
    if (kept === undefined || (kept.notBefore <= now && kept.at + FORGET_AFTER_MS <= now)) return Promise.resolve(null);
    return Promise.resolve({ ...kept, notBefore: heldUntil(kept.notBefore, kept.at, now) });
  }

  saveHosts(changes: readonly HostChange[], now: number): Promise<void> {
    for (const { host, pace } of changes) {
      if (pace === null) this.hosts.delete(host);
      else this.hosts.set(host, { ...pace, at: now });
    }
    return Promise.resolve();
  }

  sweep(): Promise<void> {
    return Promise.resolve();
  }
}
