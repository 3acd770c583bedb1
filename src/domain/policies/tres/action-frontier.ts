import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import type { FrontierView } from '../../frontier/frontier-view.js';
import type { LearnedState } from '../learned-state/index.js';
import type { Explanation, LoggedLink } from '../policy.js';
import type { LinkFeatures } from './features.js';
import type { TresAgent } from './tres-agent.js';

/** The agent's interface for a frontier. */
export type ActionValues = Pick<TresAgent, 'decides' | 'isSkipping' | 'values' | 'share'>;

/** A chosen action, removed from the frontier. */
export interface ChosenAction {
  readonly urlNo: number;
  readonly source: number;
  /** Its features at the moment of choice. Owned by the caller. */
  readonly vector: Float32Array;
  readonly explanation: Explanation;
}

/** `waiting`: whether actions remain that may become ready. */
export type ActionChoice = { readonly chosen: ChosenAction } | { readonly chosen: null; readonly waiting: boolean };

/**
 * The agent's open actions, and the way of choosing one of them: the difference between the policies of the TRES
 * family.
 */
export interface ActionFrontier {
  /** Number of candidates, including stale ones. */
  readonly size: number;
  /** Bytes of the candidate lists, including room to grow. */
  readonly bytes: number;
  /** Number of Q-values computed for the latest choice: the cost of a step (TRES 3.6.1). */
  readonly evaluated: number;
  /** @param vector its current features; valid only during the call */
  add(urlNo: number, source: number, link: LinkFeatures, vector: Float32Array): void;
  /** Processes an experience: the features of the choice, its reward, and its step. */
  learn(vector: Float32Array, reward: number, view: FrontierView, step: number): void;
  /**
   * Chooses; a choice without a result changes only the generator.
   *
   * @param lookahead most candidates examined in a search for a ready one
   * @param reserved minimum value of an action, if values decide, because a seed is waited for
   */
  choose(view: FrontierView, lookahead: number, logged?: LoggedLink, reserved?: number): ActionChoice;
  /** Drops stale candidates if the choices do not; returns their number. */
  sweep(view: FrontierView): number;
  stats(): Readonly<Record<string, number>>;
  /** The frontier's part of the policy's learned state. */
  learnedState(): LearnedState;
  save(): Snapshot;
  restore(source: SnapshotSource): void;
}
