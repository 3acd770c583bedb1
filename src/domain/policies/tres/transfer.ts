import { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { CandidateList } from '../../frontier/candidate-list.js';
import type { Prior } from '../policy.js';
import type { ActionFrontier } from './action-frontier.js';
import type { TresAgent } from './tres-agent.js';

const copied = (from: SnapshotReader, names: readonly string[]): Snapshot =>
  Object.fromEntries(names.map((name) => [name, from.unknown(name)])) as Snapshot;

const TREE = [
  'splitFeatures',
  'thresholds',
  'children',
  'parents',
  'depths',
  'leafIds',
  'counts',
  'nexts',
  'rows',
  'rewards',
];

/**
 * The learned state for the warm start of another session: the tree with its experience, the networks and the replay
 * buffer. Candidates and the state of their pages are omitted.
 *
 * @param from the snapshot of a policy with a Tree-Frontier
 * @throws RangeError if parts are missing
 */
export function transferTree(from: SnapshotReader, withAgent: boolean): Snapshot {
  const frontier = from.child('frontier');
  // Without candidates nothing is undivided.
  const undivided = new Set(frontier.uint32('undivided'));
  const order = frontier.uint32('order').filter((node) => !undivided.has(node));
  const tree = {
    // The steps of its splits belong to that session.
    tree: copied(frontier.child('tree'), TREE),
    order,
    undivided: new Uint32Array(0),
    sizes: new Uint32Array(order.length),
    candidates: new CandidateList().save(),
    sweepLeaf: 0,
    sweepAt: 0,
  };
  return { frontier: tree, ...(withAgent ? transferAgent(from) : { agent: null }) };
}

/**
 * The learned state without a Tree-Frontier: the networks and the replay buffer.
 *
 * @throws RangeError if parts are missing
 */
export function transferAgent(from: SnapshotReader): Snapshot {
  const agent = from.child('agent');
  const decides = agent.integer('observed') >= agent.child('schedule').integer('learningStarts');
  return { agent: { ...copied(agent, ['network', 'learningRate', 'error', 'replay']), decides } };
}

/** Warm start of a frontier and an agent with the result of `transferTree`. @throws RangeError if it does not match */
export function inheritTree({ state }: Prior, frontier: ActionFrontier, agent: TresAgent | null): void {
  const from = SnapshotReader.of(state);
  frontier.restore(from.child('frontier'));
  agent?.inherit(from.child('agent'));
}

/** Warm start of an agent with the result of `transferAgent`. @throws RangeError if it does not match */
export function inheritAgent({ state }: Prior, agent: TresAgent): void {
  agent.inherit(SnapshotReader.of(state).child('agent'));
}
