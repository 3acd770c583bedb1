import { createRng } from '../../base/rng.js';
import { Availability } from '../../frontier/frontier-view.js';
import { QueuedActions } from '../tres-async/queued-actions.js';
import type { ActionFrontier, ActionValues } from '../tres/action-frontier.js';
import { TresFeatures } from '../tres/features.js';
import { stillView } from '../../../../test/support/still-view.js';
import { WholeFrontier } from './whole-frontier.js';

const SETTINGS = {
  domainFeatures: true,
  keywordFeatures: false,
  quantise: false,
  unknownDomain: 'paper',
  text: 'anchor',
} as const;
const keywords = { inUrl: () => false, keywordIn: () => false, phraseIn: () => false };
const features = new TresFeatures(SETTINGS, { scoreText: () => 0, keywords });
const PROBABILITY = features.names.indexOf('anchorProbability');
const RELEVANCE = features.names.indexOf('domainRelevance');

/** Values a link by its text and its domain's state; `weight` changes like a learning network. */
class Agent implements ActionValues {
  decides = true;
  readonly share = 1;
  isSkipping = false;
  weight = 1;
  calls = 0;

  values(rows: Float32Array, n: number): Float64Array {
    this.calls += n;
    return Float64Array.from({ length: n }, (_, i) => {
      const at = i * features.count;
      return this.weight * rows[at + PROBABILITY] + rows[at + RELEVANCE];
    });
  }
}

const fill = (frontier: ActionFrontier, probabilities: readonly number[]): void =>
  probabilities.forEach((probability, urlNo) => {
    const vector = new Float32Array(features.count);
    features.write(vector, 0, urlNo, -1, { flags: 0, probability }, stillView());
    frontier.add(urlNo, -1, { flags: 0, probability }, vector);
  });
const order = (frontier: ActionFrontier, view = stillView()): number[] => {
  const urlNos: number[] = [];
  for (let next = frontier.choose(view, Infinity); next.chosen; next = frontier.choose(view, Infinity))
    urlNos.push(next.chosen.urlNo);
  return urlNos;
};
const PROBABILITIES = [0.2, 0.9, 0.5, 0.7];

describe('WholeFrontier', () => {
  it('values the whole frontier in each choice, by the network and the domains as they are then', () => {
    const agent = new Agent();
    const frontier = new WholeFrontier(features, agent, createRng(1));
    fill(frontier, PROBABILITIES);
    expect(frontier.choose(stillView(), Infinity).chosen?.urlNo).toBe(1);
    expect([agent.calls, frontier.evaluated]).toEqual([4, 4]);
    agent.weight = -1;
    expect(order(frontier)).toEqual([0, 2, 3]);
    expect(frontier.evaluated).toBe(1);
    fill(frontier, PROBABILITIES);
    const domain = (no: number): { fetched: number; relevant: number } => ({ fetched: 4, relevant: no === 3 ? 4 : 0 });
    expect(frontier.choose(stillView({ domainOf: (urlNo) => urlNo, domain }), Infinity).chosen?.urlNo).toBe(3);
  });

  it('leaves busy links, drops stale ones when it chooses, and nothing when there is no choice', () => {
    const frontier = new WholeFrontier(features, new Agent(), createRng(1));
    fill(frontier, PROBABILITIES);
    const states = [Availability.Busy, Availability.Gone, Availability.Busy, Availability.Gone];
    const view = stillView({ availability: (urlNo) => states[urlNo] });
    expect(frontier.choose(view, Infinity)).toEqual({ chosen: null, waiting: true });
    expect(frontier.size).toBe(4);
    states[2] = Availability.Ready;
    expect(frontier.choose(view, Infinity).chosen?.urlNo).toBe(2);
    expect(frontier.size).toBe(1);
  });

  it('takes any link while the agent explores', () => {
    const agent = new Agent();
    agent.decides = false;
    const firsts = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      const frontier = new WholeFrontier(features, agent, createRng(seed));
      fill(frontier, PROBABILITIES);
      firsts.add(order(frontier)[0]);
    }
    expect(firsts.size).toBe(4);
  });
});

describe('QueuedActions', () => {
  it('keeps the values that links had when they were found', () => {
    const agent = new Agent();
    const frontier = new QueuedActions(features, agent, createRng(1));
    fill(frontier, PROBABILITIES);
    agent.weight = -1;
    const { calls } = agent;
    expect(order(frontier)).toEqual([1, 3, 2, 0]);
    expect(agent.calls).toBe(calls);
    expect(frontier.evaluated).toBe(0);
  });

  it('computes one value for each link that was found since the last choice', () => {
    const frontier = new QueuedActions(features, new Agent(), createRng(1));
    fill(frontier, PROBABILITIES);
    frontier.choose(stillView(), Infinity);
    expect(frontier.evaluated).toBe(4);
  });
});
