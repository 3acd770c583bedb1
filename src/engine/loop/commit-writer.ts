import { SnapshotRoom } from '../../domain/base/snapshot.js';
import type { CrawlState, Seeded, StepSummary } from '../../domain/session/index.js';
import { checkpointOf, makeRoomFor } from '../checkpoint.js';
import { inFlightOf, type CrawlStore } from '../crawl-store.js';
import { inPieces } from '../pace.js';
import type { LearnedStateNotes } from './learned-state-notes.js';
import type { RunningTime } from './running-time.js';
import type { SpeedMeter } from './speed-meter.js';
import type { UrlTexts } from './url-texts.js';

/** Writes completed steps, counters and steps in flight in one transaction. */
export class CommitWriter {
  /** Reused: commits run one after the other, and a store does not keep a checkpoint beyond its commit. */
  private readonly room = new SnapshotRoom();

  constructor(
    private readonly store: Pick<CrawlStore, 'commit'>,
    private readonly texts: UrlTexts,
    private readonly speed: SpeedMeter,
    private readonly time: RunningTime,
    private readonly learnedStates: LearnedStateNotes | null,
  ) {}

  /** The first commit of a session: its seeds. */
  async seeds(state: CrawlState, { newUrls, newDomains }: Seeded): Promise<void> {
    await this.store.commit({ ...this.asOf(state), steps: [], newUrls, newDomains, checkpoint: null });
    this.texts.committed(newUrls);
  }

  /** Prepares the memory for the first checkpoint of a restored state, which may be large. */
  async makeReady(state: CrawlState): Promise<void> {
    await makeRoomFor(state, this.room);
  }

  /** @param state the state after these steps; read before the first await */
  async steps(state: CrawlState, steps: readonly StepSummary[], withCheckpoint: boolean): Promise<void> {
    const asOf = { ...this.asOf(state), learnedState: this.learnedStates?.take(state, withCheckpoint) ?? null };
    const checkpoint = withCheckpoint ? await checkpointOf(state, this.room) : null;
    await this.store.commit({ ...asOf, steps, newUrls: [], newDomains: [], checkpoint });
    for (const { newUrls } of steps) this.texts.committed(newUrls);
    // The next checkpoint will be larger: prepare its memory now, so that the crawl need not wait for it then.
    if (checkpoint) await inPieces(this.room.makeReady(checkpoint.state.length));
  }

  private asOf(state: CrawlState) {
    return {
      counters: state.counters(),
      inFlight: inFlightOf(state.inFlight.values()),
      pagesPerSecond: this.speed.perSecond(),
      activeMs: this.time.active,
      policyStats: state.policy.stats(),
    };
  }
}
