import { MIN_POSITIVES } from './training-set.js';

/** What judges a topic that has keywords alone. */
const WITHOUT_EXAMPLES = 'keyword-vectors';
/** What learns from a topic's examples, unless the user names another kind. */
const WITH_EXAMPLES = 'ensemble';

/** The kind of model that serves a topic best with the examples it has. */
export function defaultKind({ relevant }: { readonly relevant: number }): string {
  return relevant >= MIN_POSITIVES ? WITH_EXAMPLES : WITHOUT_EXAMPLES;
}
