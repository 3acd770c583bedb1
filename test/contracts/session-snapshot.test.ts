import { encodeSnapshot, decodeSnapshot, type Snapshot } from '../../src/domain/base/snapshot.js';
import type { CrawlState } from '../../src/domain/session/index.js';
import { sameBytes } from '../support/same-bytes.js';
import { badRefusals } from '../support/snapshot-damage.js';
import { POLICIES, troubledCrawl, type TroubledCrawl } from '../support/troubled-crawl.js';

describe('the snapshot of a session', () => {
  it.each(POLICIES)('under %s is refused when one part is damaged, and the part is named', async (policy) => {
    const crawl = (): TroubledCrawl =>
      troubledCrawl(
        policy,
        {
          failingAttempts: (site, page) => (site + page) % 3,
          delayMs: (site) => (site % 3 === 0 ? 20_000 : 0),
          refused: (site) => site % 4 === 1,
        },
        {
          retries: 2,
          concurrency: 4,
          hostBarrenLimit: 2,
          eagerness: 0.9,
          duplicates: { exact: true, nearDistance: 3 },
        },
      );
    const { state, run } = crawl();
    await run(60);
    expect(state.agenda.waitingRetries).toBeGreaterThan(0);
    expect(state.inFlight.size).toBeGreaterThan(0);
    expect(state.heldHosts.waiting(state.completed).length).toBeGreaterThan(0);
    const bytes = encodeSnapshot(state.save());
    const saved = decodeSnapshot(bytes);
    const restored = (snapshot: Snapshot): CrawlState => {
      const { state: fresh } = crawl();
      fresh.restore(snapshot);
      return fresh;
    };
    // Sessions of earlier versions have no history for the learned state, no held hosts, no waits and no collection.
    const optional = ['history', 'heldHosts', 'shamPages', 'skipped', 'reused', 'waiting'];
    expect(badRefusals(saved, restored, { optional, free: ['recent', 'saturation', 'states'] })).toEqual([]);
    expect(sameBytes(encodeSnapshot(restored(saved).save()), bytes)).toBe(true);
  });
});
