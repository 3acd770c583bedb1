import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DiskFigures, isVolumeFault, Volume } from './volume.js';
import { sweepTrials } from './volumes.js';

const GB = 1024 ** 3;

/** A manual disk and clock. */
function volumeOf(disk: { free: number; size?: number; freeFiles?: number | null }) {
  const set = { ms: 0, canWrite: true, trials: 0, answers: true, ...disk };
  const volume = new Volume({
    reserveBytes: GB,
    now: () => set.ms,
    figures: (): Promise<DiskFigures> =>
      set.answers
        ? Promise.resolve({ free: set.free, size: set.size ?? 1_000 * GB, freeFiles: set.freeFiles ?? null })
        : Promise.reject(new Error('stale file handle')),
    tryWrite: async () => {
      set.trials++;
      if (!set.canWrite) throw new Error('no space left');
    },
  });
  /** @param later ms since the previous look */
  const lack = async (later = 1_001) => {
    set.ms += later;
    return (await volume.look()).lack;
  };
  return { set, volume, lack };
}

describe('Volume', () => {
  it('lacks room below its reserve, and until there is a quarter more', async () => {
    const { set, lack } = volumeOf({ free: GB });
    expect(await lack()).toBeNull();
    set.free = GB - 1;
    expect(await lack()).toBe('space');
    set.free = 1.2 * GB;
    expect(await lack()).toBe('space');
    set.free = 1.25 * GB;
    expect(await lack()).toBeNull();
    set.free = 1.2 * GB;
    expect(await lack()).toBeNull();
  });

  it('keeps a twentieth of a small disk in reserve, and some files', async () => {
    const { set, volume, lack } = volumeOf({ free: GB / 10, size: 2 * GB });
    expect(await lack()).toBeNull();
    expect((await volume.look()).reserve).toBe(Math.round(GB / 10));
    set.free--;
    expect(await lack()).toBe('space');
    const files = volumeOf({ free: 100 * GB, freeFiles: 99 });
    expect(await files.lack()).toBe('space');
  });

  it('looks at the disk ten times a second at most', async () => {
    const { set, lack } = volumeOf({ free: 2 * GB });
    expect(await lack()).toBeNull();
    set.free = 0;
    expect(await lack(99)).toBeNull();
    expect(await lack(2)).toBe('space');
  });

  it('lacks room after a failed write until a trial succeeds, which is made more and more seldom', async () => {
    const { set, volume, lack } = volumeOf({ free: 100 * GB });
    set.canWrite = false;
    expect(await lack()).toBeNull();
    volume.failed();
    volume.failed();
    expect([await lack(0), set.trials]).toEqual(['fault', 0]);
    const trialsAfter = async (ms: number) => [await lack(ms), set.trials];
    expect(await trialsAfter(1_001)).toEqual(['fault', 1]);
    expect(await trialsAfter(1_500)).toEqual(['fault', 1]);
    expect(await trialsAfter(1_500)).toEqual(['fault', 2]);
    for (let i = 0; i < 10; i++) await lack(30_001);
    expect(set.trials).toBe(12);
    set.canWrite = true;
    expect(await trialsAfter(30_001)).toEqual([null, 13]);
    expect(await trialsAfter(30_001)).toEqual([null, 13]);
  });

  it('takes a disk that does not answer for one with room: a failed write shows otherwise', async () => {
    const { set, volume, lack } = volumeOf({ free: 0 });
    set.answers = false;
    expect(await lack()).toBeNull();
    expect(await volume.look()).toMatchObject({ free: null, size: null });
  });
});

it.each([
  [{ code: 'ENOSPC' }, true],
  [{ code: 'EDQUOT' }, true],
  [{ code: 'EROFS' }, true],
  [new Error('x', { cause: { code: 'EIO' } }), true],
  [{ code: 'ENOENT' }, false],
  [new Error('x'), false],
  [null, false],
])('%j is a fault of the volume: %s', (error, expected) => expect(isVolumeFault(error)).toBe(expected));

it('removes old trial files that killed processes have left, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-trials-'));
  try {
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    const others = ['.trial-1-0000000b', '.trial-1-0000000c.gz', 'session'];
    await mkdir(join(folder, 'session'));
    for (const name of ['.trial-1-0000000a', ...others.slice(0, 2)]) await writeFile(join(folder, name), '');
    for (const name of await readdir(folder))
      if (name !== others[0]) await utimes(join(folder, name), twoDaysAgo, twoDaysAgo);
    await sweepTrials(folder);
    expect((await readdir(folder)).sort()).toEqual(others);
    await expect(sweepTrials(join(folder, 'missing'))).resolves.toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
