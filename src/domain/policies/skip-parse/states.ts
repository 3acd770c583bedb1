/** The boolean features of a state (Lim 2016, 5.2.1), lowest bit first. */
export const STATE_FEATURES = ['hostParseSkip', 'previousHost', 'currentHost', 'url'] as const;
export const STATES = 2 ** STATE_FEATURES.length;

export enum Action {
  Skip,
  Parse,
}
export const ACTIONS = [Action.Skip, Action.Parse] as const;

/** @param features in the order of `STATE_FEATURES` */
export const stateOf = (features: readonly boolean[]): number =>
  features.reduce((state, is, bit) => state + (is ? 2 ** bit : 0), 0);

export const hasFeature = (state: number, bit: number): boolean => ((state >> bit) & 1) === 1;

/** R(s): the number of true features (Lim 2016, 5.2.3). */
export const rewardOf = (state: number): number =>
  STATE_FEATURES.reduce((sum, _, bit) => sum + (hasFeature(state, bit) ? 1 : 0), 0);

/** The true features, for people. */
export const nameOf = (state: number): string =>
  STATE_FEATURES.filter((_, bit) => hasFeature(state, bit)).join(' ') || 'none';

/** A learner's values of a state's actions. */
export interface ActionValues {
  value(state: number, action: Action): number;
}

/** Parse at equal values: without links there is no crawl. */
export const bestAction = (values: ActionValues, state: number): Action =>
  values.value(state, Action.Skip) > values.value(state, Action.Parse) ? Action.Skip : Action.Parse;
