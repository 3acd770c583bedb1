import { MIN_POSITIVES } from './training-set.js';

/** The judge of a topic with only keywords. */
const WITHOUT_EXAMPLES = 'keyword-vectors';
/** The default learner for a topic's examples. */
const WITH_EXAMPLES = 'ensemble';

/** The best kind of model for a topic's examples. */
export function defaultKind({ relevant }: { readonly relevant: number }): string {
  return relevant >= MIN_POSITIVES ? WITH_EXAMPLES : WITHOUT_EXAMPLES;
}
