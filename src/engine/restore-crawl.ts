import { decodeSnapshot } from '../domain/learning/snapshot.js';
import { applyStep, chooseStep, seedCrawl, type CrawlState, type Seeded, type StepPlan } from '../domain/session/index.js';
import { ReplayDivergedError, type CrawlStore, type InFlightStep } from './crawl-store.js';

export interface Restored {
  /** What seeding added, when the session had never been seeded. */
  readonly seeded: Seeded | null;
  /** Steps to fetch again: chosen before the stop, not completed. Their order is the order of choice. */
  readonly unfinished: readonly StepPlan[];
  readonly activeMs: number;
  /** Steps replayed from the log. */
  readonly replayed: number;
}

/**
 * Brings a fresh state to where the session was at its last commit: the newest checkpoint, then the steps after it, replayed in the order in which they
 * were chosen and completed. Nothing is fetched.
 *
 * @throws ReplayDivergedError when the policy chooses otherwise than the log says
 */
export async function restoreCrawl(state: CrawlState, store: CrawlStore, seeds: readonly string[]): Promise<Restored> {
  const stored = await store.load();
  if (stored.checkpoint) state.restore(decodeSnapshot(stored.checkpoint.data));
  else {
    const seeded = seedCrawl(state, seeds);
    if (!stored.seeded) return { seeded, unfinished: [], activeMs: stored.activeMs, replayed: 0 };
  }
  const first = state.completed;
  const replay = new Replay(state, [...(await store.choices(first)), ...stored.inFlight]);
  for await (const logged of store.steps(first)) {
    replay.chooseUntil(state.completed);
    const plan = state.inFlight.get(logged.facts.step);
    if (!plan) throw new ReplayDivergedError(logged.facts.step, logged.urlNo, null);
    applyStep(state, plan, logged.facts);
  }
  replay.chooseUntil(state.completed);
  const unfinished = [...state.inFlight.values()].sort((a, b) => a.step - b.step);
  return { seeded: null, unfinished, activeMs: stored.activeMs, replayed: state.completed - first };
}

/** Makes the logged choices again, each after as many completed steps as it was made after. */
class Replay {
  private readonly pending: InFlightStep[];
  private at = 0;

  constructor(
    private readonly state: CrawlState,
    choices: readonly InFlightStep[],
  ) {
    this.pending = choices.filter((choice) => choice.step >= state.nextStep).sort((a, b) => a.step - b.step);
  }

  chooseUntil(completed: number): void {
    while (this.at < this.pending.length && this.pending[this.at].chosenAfter <= completed) {
      const { step, urlNo } = this.pending[this.at++];
      const plan = chooseStep(this.state);
      if (plan?.urlNo !== urlNo || plan.step !== step) throw new ReplayDivergedError(step, urlNo, plan?.urlNo ?? null);
    }
  }
}
