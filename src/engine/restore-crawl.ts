import { openSnapshot } from '../domain/base/sealed-snapshot.js';
import { SnapshotRoom } from '../domain/base/snapshot.js';
import { searchUrl } from '../domain/search/index.js';
import {
  applyStep,
  chooseStep,
  seedCrawl,
  type CrawlState,
  type Seeded,
  type StepFacts,
  type StepPlan,
} from '../domain/session/index.js';
import { checkpointAtRest } from './checkpoint.js';
import {
  CheckpointDamagedError,
  ReplayDivergedError,
  type CrawlStore,
  type InFlightStep,
  type LogContents,
  type LoggedStep,
  type StoredCrawl,
} from './crawl-store.js';
import { followLog } from './follow-log.js';
import { LogChoices } from './log-choices.js';
import { Pace } from './pace.js';
import { SkippedLearning } from './skipped-learning.js';

export interface RestoreOptions {
  /** The state before the first step. */
  readonly state: CrawlState;
  /**
   * Returns another such state, for when a checkpoint proves unusable after it was read in part; without it, that is an
   * error.
   */
  readonly anotherState?: () => CrawlState;
  readonly store: CrawlStore;
  readonly seeds: readonly string[];
  /** Ends a long replay soon; its progress is kept. */
  readonly signal: AbortSignal;
  /** Interval at which a long replay stores its progress, ms. */
  readonly checkpointIntervalMs: number;
}

interface Restored {
  /** The restored state: the given one, or another one. */
  readonly state: CrawlState;
  /** The result of seeding, if the session had never been seeded. */
  readonly seeded: Seeded | null;
  /** Steps to fetch again, in order of choice: chosen before the stop, but not completed. */
  readonly unfinished: readonly StepPlan[];
  readonly activeMs: number;
  /** Steps replayed from the log. */
  readonly replayed: number;
  /** Time the replay took, ms. */
  readonly replayMs: number;
}

/** An interrupted replay shorter than this is not worth keeping, ms. */
const WORTH_KEEPING_MS = 2_000;

/**
 * Restores a session as of its last commit: loads the newest intact checkpoint, then replays the steps after it in the
 * order in which they were chosen and completed. Without a checkpoint it replays the whole log; up to the latest change
 * of the model the policy follows the log, because another model made those choices. Fetches nothing.
 *
 * @returns null if the signal ended it
 * @throws ReplayDivergedError if the policy chooses differently from the log
 */
export async function restoreCrawl(options: RestoreOptions): Promise<Restored | null> {
  const { store, seeds, signal } = options;
  const stored = await store.load();
  const { state, isFresh } = await fromCheckpoint(options, stored);
  const { activeMs } = stored;
  if (isFresh) {
    const seeded = seedCrawl(state, seeds);
    if (!stored.seeded) return { state, seeded, unfinished: [], activeMs, replayed: 0, replayMs: 0 };
  }
  const first = state.completed;
  const began = performance.now();
  try {
    const skipped = await SkippedLearning.of(state, store, stored);
    if (first < stored.relearnt) {
      await followLog(state, store, {
        steps: factsOf(store.steps(first, contentsFor(state))),
        until: stored.relearnt,
        signal,
        onStep: () => skipped.replayed(state),
      });
    }
    await replayLog(state, options, stored, skipped);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  }
  const unfinished = [...state.inFlight.values()].sort((a, b) => a.step - b.step);
  return {
    state,
    seeded: null,
    unfinished,
    activeMs,
    replayed: state.completed - first,
    replayMs: performance.now() - began,
  };
}

/** The state of the newest usable checkpoint, or a fresh one. Unusable checkpoints are dropped. */
async function fromCheckpoint(
  { state: given, anotherState, store }: RestoreOptions,
  stored: StoredCrawl,
): Promise<{ state: CrawlState; isFresh: boolean }> {
  let state = given;
  for (const completed of stored.checkpoints) {
    const data = await store.checkpoint(completed).catch((error: unknown) => {
      if (error instanceof CheckpointDamagedError) return error;
      throw error;
    });
    const damage = data instanceof Error ? data.message : restoreFrom(state, data, completed, stored);
    if (damage === null) return { state, isFresh: false };
    await store.dropCheckpoint(completed, damage);
    // The state may have been changed in part before the checkpoint proved unusable.
    if (anotherState === undefined) throw new CheckpointDamagedError(damage);
    state = anotherState();
  }
  return { state, isFresh: true };
}

/** @returns why the checkpoint cannot be used; null if the state was restored */
function restoreFrom(state: CrawlState, data: Uint8Array, completed: number, stored: StoredCrawl): string | null {
  if (completed > stored.completed) return `it has ${completed} steps, the log has ${stored.completed}`;
  if (completed < stored.relearnt) return 'it is older than the change of the model';
  try {
    state.restore(openSnapshot(data));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return state.completed === completed ? null : `its state has ${state.completed} steps`;
}

/** Reads the texts of pages only for policies that use them. */
const contentsFor = ({ readsPages }: CrawlState): LogContents => (readsPages ? 'whole' : 'links');

async function* factsOf(steps: AsyncIterable<LoggedStep>): AsyncIterable<StepFacts> {
  for await (const { facts } of steps) yield facts;
}

async function replayLog(
  state: CrawlState,
  { store, signal, checkpointIntervalMs }: RestoreOptions,
  { completed, inFlight }: StoredCrawl,
  skipped: SkippedLearning,
): Promise<void> {
  const replay = new Replay(state, new LogChoices(store, state.nextStep), inFlight);
  const pace = new Pace(signal);
  const room = new SnapshotRoom();
  let keptAt = performance.now();
  const keep = async (leastMs: number): Promise<void> => {
    if (performance.now() - keptAt < leastMs || state.completed >= completed || skipped.isUnderWay(state)) return;
    await store.keepCheckpoint(state.completed, await checkpointAtRest(state, room));
    keptAt = performance.now();
  };
  try {
    for await (const logged of store.steps(state.completed, contentsFor(state))) {
      await replay.chooseUntil(state.completed);
      const plan = state.inFlight.get(logged.facts.step);
      if (!plan) throw new ReplayDivergedError(logged.facts.step, logged.urlNo, null);
      applyStep(state, plan, logged.facts);
      skipped.replayed(state);
      if (!pace.isDue) continue;
      await keep(checkpointIntervalMs);
      await pace.rest();
    }
    await replay.chooseUntil(state.completed);
  } catch (error) {
    if (signal.aborted && error === signal.reason) await keep(WORTH_KEEPING_MS);
    throw error;
  } finally {
    await replay.close();
  }
}

const searchedBy = ({ search }: StepPlan): string | null => (search === undefined ? null : searchUrl(search));

/** Repeats the logged choices, each after the number of completed steps that it was made after. */
class Replay {
  private readonly underWay: readonly InFlightStep[];
  private nextUnderWay = 0;

  constructor(
    private readonly state: CrawlState,
    private readonly choices: LogChoices,
    inFlight: readonly InFlightStep[],
  ) {
    this.underWay = inFlight.filter(({ step }) => step >= state.nextStep).sort((a, b) => a.step - b.step);
  }

  async chooseUntil(completed: number): Promise<void> {
    for (;;) {
      if (this.choices.isEmpty) await this.choices.fill();
      const logged = this.choices.peek();
      const open = this.underWay.at(this.nextUnderWay);
      const isLogged = logged !== undefined && (open === undefined || logged.step < open.step);
      const next = isLogged ? logged : open;
      if (next === undefined || next.chosenAfter > completed) return;
      if (isLogged) this.choices.take();
      else this.nextUnderWay++;
      const plan = chooseStep(this.state, next);
      const isSame = plan?.urlNo === next.urlNo && plan.step === next.step;
      if (!isSame || (isLogged && logged.search !== searchedBy(plan)))
        throw new ReplayDivergedError(next.step, next.urlNo, plan?.urlNo ?? null);
    }
  }

  close(): Promise<void> {
    return this.choices.close();
  }
}
