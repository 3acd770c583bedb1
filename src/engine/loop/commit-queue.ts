import type { Clock } from '../ports.js';
import { asError } from './fetch-window.js';

/** Largest share of the running time that checkpoints may take. */
const CHECKPOINT_SHARE = 1 / 20;

/** Intervals of commits and checkpoints. */
export interface CommitTiming {
  /** A commit is due this long after the last one, ms, or when `maxBatch` items wait. */
  readonly commitIntervalMs: number;
  readonly maxBatch: number;
  /** Least time between checkpoints, ms. It stretches so that checkpoints take at most a twentieth of the time. */
  readonly checkpointIntervalMs: number;
}

interface CommitQueueOptions<T> extends CommitTiming {
  readonly clock: Clock;
  /** Makes a batch durable. Reads the state before its first await. */
  readonly write: (batch: readonly T[], withCheckpoint: boolean) => Promise<void>;
  /** Called when a background commit has ended. */
  readonly written: () => void;
}

/**
 * Decides when completed steps are committed, and which commits carry a checkpoint.
 *
 * Commits run in the background, one at a time. If a second full batch waits for the first, the caller waits too, so
 * that memory stays bounded.
 */
export class CommitQueue<T> {
  private batch: T[] = [];
  private committing: Promise<void> | null = null;
  private failure: Error | null = null;
  private lastCommitAt = 0;
  private nextCheckpointAt = 0;

  constructor(private readonly options: CommitQueueOptions<T>) {}

  /** Starts the timing. @param checkpointFirst whether the first commit carries a checkpoint */
  start(checkpointFirst: boolean): void {
    const now = this.options.clock.monotonic();
    this.lastCommitAt = now;
    this.nextCheckpointAt = now + (checkpointFirst ? 0 : this.options.checkpointIntervalMs);
  }

  add(item: T): void {
    this.batch.push(item);
  }

  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** @throws the error of a background commit */
  throwIfFailed(): void {
    if (this.failure !== null) throw this.failure;
  }

  /** Begins a commit if one is due. Waits only if a batch is full and the previous commit has not ended. */
  async commitIfDue(): Promise<void> {
    const { clock, commitIntervalMs, maxBatch, written } = this.options;
    const full = this.batch.length >= maxBatch;
    const due = this.batch.length > 0 && clock.monotonic() - this.lastCommitAt >= commitIntervalMs;
    if (!full && !due) return;
    if (this.committing) {
      if (!full) return;
      await this.settled();
      this.throwIfFailed();
    }
    this.committing = this.commit(clock.monotonic() >= this.nextCheckpointAt)
      .catch((error: unknown) => {
        this.failure = asError(error);
      })
      .finally(() => {
        this.committing = null;
        written();
      });
  }

  /** Commits all remaining steps with a checkpoint, so that resuming needs no replay. */
  async finish(): Promise<void> {
    await this.settled();
    this.throwIfFailed();
    await this.commit(true);
  }

  /** Waits for the current commit, whether it succeeds or fails. */
  async settled(): Promise<void> {
    await this.committing;
  }

  private async commit(withCheckpoint: boolean): Promise<void> {
    const { clock, checkpointIntervalMs, write } = this.options;
    const began = clock.monotonic();
    const { batch } = this;
    this.batch = [];
    this.lastCommitAt = began;
    await write(batch, withCheckpoint);
    if (!withCheckpoint) return;
    const ended = clock.monotonic();
    this.nextCheckpointAt = ended + Math.max(checkpointIntervalMs, (ended - began) / CHECKPOINT_SHARE);
  }
}
