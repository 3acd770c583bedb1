import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import type { FrontierView } from '../../frontier/frontier-view.js';
import type { PolicyMind } from '../mind/index.js';
import type { Explanation, LoggedLink } from '../policy.js';
import type { LinkFeatures } from './features.js';
import type { TresAgent } from './tres-agent.js';

/** What a frontier asks the agent. */
export type ActionValues = Pick<TresAgent, 'decides' | 'isSkipping' | 'values' | 'share'>;

/** An action that was chosen, taken out of the frontier. */
export interface ChosenAction {
  readonly urlNo: number;
  readonly source: number;
  /** Its features at the moment of choice. Belongs to the caller. */
  readonly vector: Float32Array;
  readonly explanation: Explanation;
}

/** `waiting`: whether actions are left that may become ready. */
export type ActionChoice = { readonly chosen: ChosenAction } | { readonly chosen: null; readonly waiting: boolean };

/** The actions that are open to the agent, and how one of them is chosen: what the policies of the TRES family differ in. */
export interface ActionFrontier {
  /** Candidates held, stale ones included. */
  readonly size: number;
  /** Bytes held per candidate lists: what the frontier costs, room to grow included. */
  readonly bytes: number;
  /** Q-values that were computed for the latest choice: what a step costs (TRES 3.6.1). */
  readonly evaluated: number;
  /** @param vector its features as they are now; valid only during the call */
  add(urlNo: number, source: number, link: LinkFeatures, vector: Float32Array): void;
  /** Takes in an experience: the features of what was chosen, its reward, and the step that brought it. */
  learn(vector: Float32Array, reward: number, view: FrontierView, step: number): void;
  /**
   * Chooses; a choice that comes to nothing changes nothing but the generator.
   *
   * @param lookahead candidates looked at in a search for one that is ready
   * @param reserved the value that an action must have, where values decide, since a seed is waited for
   */
  choose(view: FrontierView, lookahead: number, logged?: LoggedLink, reserved?: number): ActionChoice;
  /** Drops stale candidates where that is not done by the choices; returns how many. */
  sweep(view: FrontierView): number;
  stats(): Readonly<Record<string, number>>;
  /** What of the policy's mind is in the frontier. */
  mind(): PolicyMind;
  save(): Snapshot;
  restore(source: SnapshotSource): void;
}
