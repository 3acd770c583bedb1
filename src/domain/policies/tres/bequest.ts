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
 * What another session can start from: the tree with its experience, the networks and the replay buffer. Candidates, and what is known of the pages that
 * hold them, stay behind.
 *
 * @param from the snapshot of a policy with a Tree-Frontier
 * @throws RangeError when parts are missing
 */
export function bequeathTree(from: SnapshotReader, withAgent: boolean): Snapshot {
  const frontier = from.child('frontier');
  // Without candidates nothing waits for being divided.
  const undivided = new Set(frontier.uint32('undivided'));
  const order = frontier.uint32('order').filter((node) => !undivided.has(node));
  const tree = {
    // The steps of its splits are of that session.
    tree: copied(frontier.child('tree'), TREE),
    order,
    undivided: new Uint32Array(0),
    sizes: new Uint32Array(order.length),
    candidates: new CandidateList().save(),
    sweepLeaf: 0,
    sweepAt: 0,
  };
  return { frontier: tree, ...(withAgent ? bequeathAgent(from) : { agent: null }) };
}

/**
 * What another session can start from without a Tree-Frontier: the networks and the replay buffer.
 *
 * @throws RangeError when parts are missing
 */
export function bequeathAgent(from: SnapshotReader): Snapshot {
  const agent = from.child('agent');
  const decides = agent.integer('observed') >= agent.child('schedule').integer('learningStarts');
  return { agent: { ...copied(agent, ['network', 'learningRate', 'error', 'replay']), decides } };
}

/** Has a frontier and an agent begin with what `bequeathTree` took out of another session. @throws RangeError when it does not fit */
export function inheritTree({ state }: Prior, frontier: ActionFrontier, agent: TresAgent | null): void {
  const from = SnapshotReader.of(state);
  frontier.restore(from.child('frontier'));
  agent?.inherit(from.child('agent'));
}

/** Has an agent begin with what `bequeathAgent` took out of another session. @throws RangeError when it does not fit */
export function inheritAgent({ state }: Prior, agent: TresAgent): void {
  agent.inherit(SnapshotReader.of(state).child('agent'));
}
