import { Action, ACTIONS, type ActionValues, bestAction, hasFeature, rewardOf, STATES } from './states.js';

/** The chances from which the transitions are made up: the paper says "derived via analysis" and gives no numbers. */
export interface ProcessModel {
  /** γ, below 1. */
  readonly discount: number;
  /** What is taken from the reward of each skip. */
  readonly skipPenalty?: number;
  /** Chance that the next URL is of the same host. */
  readonly sameHost?: number;
  /** Chance that the mean relevance of a host is high enough after another page of it was parsed, if it was before. */
  readonly staysRelevant?: number;
  /** Chance that the words of a URL are relevant. */
  readonly urlRelevant?: number;
}

const TOLERANCE = 1e-9;
const HALF = 0.5;

export interface IteratedPolicy extends ActionValues {
  readonly actions: readonly Action[];
  /** Rounds until the policy stayed the same. */
  readonly rounds: number;
}

/**
 * Policy iteration (Lim 2016, 4.3) over the 16 states: from parsing everywhere, evaluate the policy, take the best action of each state, until nothing
 * changes.
 */
export function iteratePolicy(model: ProcessModel): IteratedPolicy {
  const transitions = ACTIONS.map((action) => Array.from({ length: STATES }, (_, state) => next(state, action, model)));
  const worth = (values: Float64Array, state: number, action: Action): number => {
    let sum = action === Action.Skip ? -(model.skipPenalty ?? 0) : 0;
    const chances = transitions[action][state];
    for (let to = 0; to < STATES; to++) sum += chances[to] * (rewardOf(to) + model.discount * values[to]);
    return sum;
  };
  let actions: Action[] = Array.from({ length: STATES }, () => Action.Parse);
  const values = new Float64Array(STATES);
  const known: ActionValues = { value: (state, action) => worth(values, state, action) };
  for (let rounds = 1; ; rounds++) {
    evaluate(values, (state) => worth(values, state, actions[state]));
    const better = actions.map((_, state) => bestAction(known, state));
    if (better.every((action, state) => action === actions[state])) return { ...known, actions, rounds };
    actions = better;
  }
}

function evaluate(values: Float64Array, worthOf: (state: number) => number): void {
  for (let change = Infinity; change > TOLERANCE;) {
    change = 0;
    for (let state = 0; state < STATES; state++) {
      const worth = worthOf(state);
      change = Math.max(change, Math.abs(worth - values[state]));
      values[state] = worth;
    }
  }
}

/** The chances of each next state. The features are taken to be independent of each other. */
export function next(
  state: number,
  action: Action,
  { sameHost = HALF, staysRelevant = HALF, urlRelevant = HALF }: ProcessModel,
): number[] {
  const parse = action === Action.Parse;
  const [mostlySkipped, , relevant] = [0, 1, 2].map((bit) => hasFeature(state, bit));
  const otherHost = 1 - sameHost;
  const chances = [
    // A page that is parsed turns the ratio against its host, one that is skipped for it. A new host has no parsed page.
    otherHost + sameHost * (parse ? 0 : mostlySkipped ? 1 : HALF),
    // The previous host is then the host of this page.
    relevant ? staysRelevant : 0,
    // Nothing is held against a host of which nothing was parsed; a parsed page can only disappoint.
    otherHost + sameHost * (!relevant ? 0 : parse ? staysRelevant : 1),
    urlRelevant,
  ];
  return Array.from({ length: STATES }, (_, to) =>
    chances.reduce((product, chance, bit) => product * (hasFeature(to, bit) ? chance : 1 - chance), 1),
  );
}
