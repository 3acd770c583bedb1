import { Action, ACTIONS, type ActionValues, bestAction, hasFeature, rewardOf, STATES } from './states.js';

/**
 * The probabilities from which the transitions are derived: the paper says "derived via analysis" and gives no numbers.
 */
interface ProcessModel {
  /** γ, below 1. */
  readonly discount: number;
  /** Subtracted from the reward of each skip. */
  readonly skipPenalty?: number;
  /** Probability that the next URL is on the same host. */
  readonly sameHost?: number;
  /** Probability that the mean relevance of a host stays high enough after another parsed page. */
  readonly staysRelevant?: number;
  /** Probability that the words of a URL are relevant. */
  readonly urlRelevant?: number;
}

const TOLERANCE = 1e-9;
const HALF = 0.5;

interface IteratedPolicy extends ActionValues {
  readonly actions: readonly Action[];
  /** Rounds until the policy was stable. */
  readonly rounds: number;
}

/**
 * Policy iteration (Lim 2016, 4.3) over the 16 states: starting with parsing everywhere, evaluates the policy and takes
 * the best action of each state, until nothing changes.
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

/** The probabilities of the next states. The features are assumed to be independent. */
export function next(
  state: number,
  action: Action,
  { sameHost = HALF, staysRelevant = HALF, urlRelevant = HALF }: ProcessModel,
): number[] {
  const parse = action === Action.Parse;
  const [mostlySkipped, , relevant] = [0, 1, 2].map((bit) => hasFeature(state, bit));
  const otherHost = 1 - sameHost;
  const chances = [
    // A parsed page shifts its host's ratio towards skipping, a skipped one towards parsing. A new host has no parsed
    // page.
    otherHost + sameHost * (parse ? 0 : mostlySkipped ? 1 : HALF),
    // The previous host is then this page's host.
    relevant ? staysRelevant : 0,
    // A host without parsed pages counts as relevant; a parsed page can only lower that.
    otherHost + sameHost * (!relevant ? 0 : parse ? staysRelevant : 1),
    urlRelevant,
  ];
  return Array.from({ length: STATES }, (_, to) =>
    chances.reduce((product, chance, bit) => product * (hasFeature(to, bit) ? chance : 1 - chance), 1),
  );
}
