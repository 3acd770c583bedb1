import { Injectable } from '@nestjs/common';
import type { ReleaseReason, RoomWait, SessionConfig } from '../../../../domain/session/index.js';
import { type VolumeName, type VolumeRoom, Volumes } from '../../../../platform/volumes/index.js';
import { RoomWaitsRepository } from './room-waits.repository.js';

/** The resource that sessions wait for while a volume has no room. */
const ROOM_WAIT_OF = { archive: 'ARCHIVE_FULL', database: 'DATABASE_FULL' } as const satisfies Record<
  VolumeName,
  RoomWait
>;
/** Why a running session is released while a volume has no room. */
export const ROOM_REASON_OF = { archive: 'archive-full', database: 'database-full' } as const satisfies Record<
  VolumeName,
  ReleaseReason
>;

/** The archive has no room for a session that is about to start. */
export class NoRoomError extends Error {
  constructor(
    readonly volume: VolumeName,
    cause: unknown,
  ) {
    super(`there is no room for the ${volume}`, { cause });
    this.name = 'NoRoomError';
  }
}

/** Keeps sessions from running while a volume has no room for their data, and records that they wait. */
@Injectable()
export class Room {
  /** Volumes without room in this process's last report. */
  private recorded: ReadonlySet<VolumeName> | null = null;

  constructor(
    private readonly volumes: Volumes,
    private readonly waits: RoomWaitsRepository,
  ) {}

  /** Volumes without room. */
  async lacking(): Promise<ReadonlySet<VolumeName>> {
    return new Set(lackingOf(await this.volumes.rooms()).keys());
  }

  /** Records that queued sessions wait for room, or no longer do. @returns the volumes without room */
  async record(): Promise<ReadonlySet<VolumeName>> {
    const lacking = lackingOf(await this.volumes.rooms());
    for (const [volume, { free, reserve, lack }] of lacking)
      await this.waits.begin(ROOM_WAIT_OF[volume], ROOM_REASON_OF[volume], {
        lack,
        ...(free === null ? {} : { freeBytes: free, reserveBytes: reserve }),
      });
    for (const volume of this.recorded ?? (['archive', 'database'] as const))
      if (!lacking.has(volume)) await this.waits.end(ROOM_WAIT_OF[volume]);
    this.recorded = new Set(lacking.keys());
    return this.recorded;
  }

  failed(volume: VolumeName): void {
    this.volumes.failed(volume);
  }

  onFailure(listener: () => void): void {
    this.volumes.onFailure(listener);
  }
}

function lackingOf(rooms: readonly (readonly [VolumeName, VolumeRoom])[]): ReadonlyMap<VolumeName, VolumeRoom> {
  return new Map(rooms.filter(([, { lack }]) => lack !== null));
}

/** The volume that a session has to wait for; without the database no session can run. */
export function waitsFor(
  { archive }: Pick<SessionConfig, 'archive'>,
  lacking: ReadonlySet<VolumeName>,
): VolumeName | null {
  if (lacking.has('database')) return 'database';
  return archive && lacking.has('archive') ? 'archive' : null;
}
