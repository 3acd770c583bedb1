import { LRUCache } from 'lru-cache';
import type { HostPace } from '../../../domain/politeness/index.js';

/** robots.txt of one origin as it was answered last. */
export interface StoredRobots {
  readonly origin: string;
  /** The file's text; null when the origin could not say what is allowed. */
  readonly body: string | null;
  /** Why it could not. */
  readonly cause: string | null;
  /** How long it was to be left alone after that, ms; the next failure doubles it. */
  readonly backoffMs: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The part of a host's pace that is worth keeping. */
export type StoredPace = Pick<HostPace, 'delayMs' | 'notBefore' | 'failures' | 'openings'>;

/** One change: the host's pace, or null to forget it. */
export interface HostChange {
  readonly host: string;
  readonly pace: StoredPace | null;
}

/** Where politeness outlives a process. Several workers may share one. Every method may reject, or take its time: nothing waits for it for long. */
export interface PolitenessStore {
  /** The newest answer, expired or not; null when there is none. */
  loadRobots(origin: string): Promise<StoredRobots | null>;
  saveRobots(files: readonly StoredRobots[]): Promise<void>;
  /** Null also when what is known is older than a day and asks for nothing any more. */
  loadHost(host: string, now: number): Promise<StoredPace | null>;
  /** A later `notBefore` that another worker has written stays. */
  saveHosts(changes: readonly HostChange[], now: number): Promise<void>;
  /** Deletes what has expired. */
  sweep(now: number): Promise<void>;
}

/**
 * Until when a host is to be left alone, by the clock as it is now: for no longer than was meant when it was written. That clock may have been set since.
 */
export const heldUntil = (notBefore: number, writtenAt: number, now: number): number =>
  Math.min(notBefore, now + Math.max(0, notBefore - writtenAt));

/** After a day without a word a host is a new acquaintance. */
export const FORGET_AFTER_MS = 86_400_000;

const MAX_HOSTS = 10_000;

/** Remembers hosts for as long as the process lives; robots.txt files are kept by their gate anyway. */
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
