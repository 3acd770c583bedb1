import type { LeaseHeld } from '../../../platform/leases/index.js';
import type { SeenProcess } from './processes/processes.repository.js';

/** A lease on a session or a job. */
export interface Lease extends LeaseHeld {
  readonly kind: 'session' | 'job';
}

/** A process with its leases. */
export interface ProcessSeen extends SeenProcess {
  readonly sessions: number;
  readonly jobs: number;
  /** When the first of its leases expires, unless it is renewed before. */
  readonly leasesUntil: Date | null;
}

/** All leases, earliest expiry first. */
export function leasesOf(sessions: readonly LeaseHeld[], jobs: readonly LeaseHeld[]): Lease[] {
  return [
    ...sessions.map((lease) => ({ ...lease, kind: 'session' as const })),
    ...jobs.map((lease) => ({ ...lease, kind: 'job' as const })),
  ].sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
}

/** Each process with its leases. @param leases sorted by expiry */
export function processesWith(seen: readonly SeenProcess[], leases: readonly Lease[]): ProcessSeen[] {
  return seen.map((process) => {
    // A process that serves and its worker may have the same name. Only workers hold leases.
    const held = process.role === 'worker' ? leases.filter(({ owner }) => owner === process.name) : [];
    return {
      ...process,
      sessions: held.filter(({ kind }) => kind === 'session').length,
      jobs: held.filter(({ kind }) => kind === 'job').length,
      leasesUntil: held[0]?.expiresAt ?? null,
    };
  });
}
