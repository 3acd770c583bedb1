import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { clusterPlace, CrawlDatabase } from '../database/index.js';
import { Metrics } from '../metrics/index.js';
import { Volume, VOLUME_NAMES, type VolumeName, type VolumeRoom, type DiskFigures } from './volume.js';
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, opendir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Larger than the remainder that a quota still allows on a full disk. */
const TRIAL_BYTES = 1024 * 1024;
const TRIAL_NAME = /^\.trial-\d+-[0-9a-f]{8}$/;
/** A trial takes seconds: the file of an older one was left by a killed process. */
const TRIAL_LEFT_MS = 86_400_000;

/** The folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const isThere = await stat(at).then(
      () => true,
      () => false,
    );
    if (isThere || at === dirname(at)) return at;
  }
}

/** Figures of a folder's disk for unprivileged users. */
async function figuresOf(folder: string): Promise<DiskFigures> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(await nearest(folder));
  return { free: bavail * bsize, size: blocks * bsize, freeFiles: files > 0 ? ffree : null };
}

/**
 * Writes a file into a folder, synced to the disk, and removes it. The file has no name while it is written, except on
 * Windows: the system frees its place even if the process is killed.
 */
async function tryWriting(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `.trial-${process.pid}-${randomBytes(4).toString('hex')}`);
  const handle = await open(path, 'wx');
  const remove = () => rm(path, { force: true });
  try {
    if (process.platform !== 'win32') await remove();
    // Random: some disks store zeros without using space.
    await handle.writeFile(randomBytes(TRIAL_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
    await remove();
  }
}

/** Removes trial files that killed processes have left in a folder. Never rejects: it may be missing or unreadable. */
export async function sweepTrials(folder: string): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) {
      const path = join(folder, name);
      if (TRIAL_NAME.test(name) && (await lstat(path)).mtimeMs < Date.now() - TRIAL_LEFT_MS) await rm(path);
    }
  } catch {
    // Another process may be sweeping as well; the next start tries again.
  }
}

const MB = 1024 * 1024;

/** Disks that crawling fills, as seen by this process. */
@Injectable()
export class Volumes implements OnApplicationBootstrap {
  private readonly volumes: Readonly<Record<VolumeName, Volume>>;
  private readonly listeners = new Set<() => void>();

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'ARCHIVE_DIR' | 'DATA_DIR' | 'DATABASE_URL' | 'DISK_RESERVE_MB'>,
    database: CrawlDatabase,
    { registry }: Metrics,
  ) {
    const reserveBytes = config.DISK_RESERVE_MB * MB;
    const isEmbedded = config.DATABASE_URL === undefined;
    this.volumes = {
      archive: new Volume({
        reserveBytes,
        figures: () => figuresOf(config.ARCHIVE_DIR),
        tryWrite: () => tryWriting(config.ARCHIVE_DIR),
      }),
      database: new Volume({
        reserveBytes,
        figures: isEmbedded ? () => figuresOf(clusterPlace(config.DATA_DIR)) : null,
        tryWrite: () => tryDatabase(database),
      }),
    };
    const gauges = [
      ['gleaner_disk_free_bytes', 'Bytes that are free on the disk of the volume', ({ free }: VolumeRoom) => free],
      ['gleaner_disk_size_bytes', 'Size of the disk of the volume, bytes', ({ size }: VolumeRoom) => size],
      [
        'gleaner_disk_full',
        'Whether sessions wait for room on the volume',
        ({ lack }: VolumeRoom) => Number(lack !== null),
      ],
    ] as const;
    for (const [name, help, valueOf] of gauges) {
      const rooms = () => this.rooms();
      new Gauge({
        name,
        help,
        labelNames: ['volume'],
        registers: [registry],
        async collect() {
          this.reset();
          for (const [volume, room] of await rooms()) {
            const value = valueOf(room);
            if (value !== null) this.set({ volume }, value);
          }
        },
      });
    }
  }

  /** The start does not wait: a network disk may not answer. */
  onApplicationBootstrap(): void {
    void sweepTrials(this.config.ARCHIVE_DIR);
  }

  /** Whether there is room, cached for at most a second. Never rejects. */
  rooms(): Promise<(readonly [VolumeName, VolumeRoom])[]> {
    return Promise.all(VOLUME_NAMES.map(async (name) => [name, await this.volumes[name].look()] as const));
  }

  /** A write to a volume has failed because it is full or faulty. */
  failed(name: VolumeName): void {
    this.volumes[name].failed();
    for (const listener of this.listeners) listener();
  }

  /** Registers a callback for failed writes, called at once. */
  onFailure(listener: () => void): void {
    this.listeners.add(listener);
  }
}

/** Temporary tables are stored with the others. */
async function tryDatabase(database: CrawlDatabase): Promise<void> {
  await database.$transaction(async (tx) => {
    await tx.$executeRaw`
      CREATE TEMPORARY TABLE trial_of_room ON COMMIT DROP AS SELECT i, repeat(md5(i::text), 32) AS text FROM generate_series(1, 1000) i`;
  });
}
