import { FRESH_PACE } from '../../../../domain/politeness/index.js';
import { PolitenessMemory } from './politeness-memory.js';
import {
  type HostChange,
  type PolitenessStore,
  type StoredRobots,
  VolatilePolitenessStore,
} from './politeness-store.js';

const NOW = 1_000_000_000_000;
const robots = (origin: string): StoredRobots => ({ origin, body: '', cause: null, backoffMs: 0, expiresAt: NOW + 1 });

class WatchedStore extends VolatilePolitenessStore implements PolitenessStore {
  readonly hostWrites: (readonly HostChange[])[] = [];
  readonly robotsWrites: (readonly StoredRobots[])[] = [];
  reads = 0;
  attempts = 0;
  broken = false;

  override async loadHost(host: string, now: number): ReturnType<PolitenessStore['loadHost']> {
    this.reads++;
    if (this.broken) throw new Error('out of order');
    return super.loadHost(host, now);
  }

  override async saveHosts(changes: readonly HostChange[], now: number): Promise<void> {
    this.attempts++;
    if (this.broken) throw new Error('out of order');
    this.hostWrites.push(changes);
    await super.saveHosts(changes, now);
  }

  override async saveRobots(files: readonly StoredRobots[] = []): Promise<void> {
    this.robotsWrites.push(files);
  }
}

function memoryOver(store: PolitenessStore): { memory: PolitenessMemory; warnings: string[] } {
  const warnings: string[] = [];
  return {
    memory: new PolitenessMemory(store, { now: () => NOW, monotonic: () => performance.now() }, (_, message) =>
      warnings.push(message),
    ),
    warnings,
  };
}

it('writes together what was learnt, the newest of each host, and reads what is not written yet', async () => {
  const store = new WatchedStore();
  const { memory } = memoryOver(store);
  for (let n = 1; n <= 50; n++) memory.keepHost('a', { ...FRESH_PACE, delayMs: n, latencyMs: 7 });
  memory.keepHost('b', { ...FRESH_PACE, delayMs: 1 });
  memory.keepHost('b', null);
  memory.keepRobots(robots('http://a'));
  expect(await memory.recallHost('a')).toEqual({ ...FRESH_PACE, delayMs: 50 });
  expect(await memory.recallHost('b')).toBeNull();
  expect(await memory.recallRobots('http://a')).toEqual(robots('http://a'));
  expect([store.reads, store.hostWrites]).toEqual([0, []]);
  await memory.close();
  expect(store.hostWrites).toEqual([
    [
      { host: 'a', pace: { delayMs: 50, notBefore: 0, failures: 0, openings: 0 } },
      { host: 'b', pace: null },
    ],
  ]);
  expect(store.robotsWrites).toEqual([[robots('http://a')]]);
  const next = memoryOver(store).memory;
  expect(await next.recallHost('a')).toMatchObject({ delayMs: 50 });
  expect(await next.recallHost('b')).toBeNull();
});

it('keeps what could not be written, tells of it once, and leaves a broken store alone for a while', async () => {
  const store = new WatchedStore();
  store.broken = true;
  const { memory, warnings } = memoryOver(store);
  for (const host of ['a', 'b', 'c']) expect(await memory.recallHost(host)).toBeNull();
  expect(store.reads).toBe(1);
  memory.keepHost('a', { ...FRESH_PACE, failures: 3 });
  while (store.attempts === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await memory.recallHost('a')).toMatchObject({ failures: 3 });
  expect(warnings).toHaveLength(1);
  store.broken = false;
  await memory.close();
  expect(store.hostWrites.flat()).toEqual([
    { host: 'a', pace: { delayMs: 0, notBefore: 0, failures: 3, openings: 0 } },
  ]);
});

it('holds no more changes than it may while they cannot be written', async () => {
  const store = new WatchedStore();
  const { memory } = memoryOver(store);
  for (let n = 0; n < 10_050; n++) memory.keepHost(`h${n}`, { ...FRESH_PACE, failures: 1 });
  for (let n = 0; n < 150; n++) memory.keepRobots(robots(`http://h${n}`));
  await memory.close();
  expect(store.hostWrites.map((changes) => [changes.length, changes[0]?.host])).toEqual([[10_000, 'h50']]);
  expect(store.robotsWrites.map((files) => [files.length, files[0]?.origin])).toEqual([[100, 'http://h50']]);
});
