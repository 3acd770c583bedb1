import type { Agreement, LabellerGate } from '../../domain/labels/index.js';

/** A label of the labeller, as it is told. */
export interface LabellerLabel {
  readonly id: string;
  readonly topicId: string;
  /** Name of the language model. */
  readonly labeller: string;
  /** Null for an example without a URL. */
  readonly url: string | null;
  readonly title: string;
  readonly relevant: boolean;
  readonly reason: string;
  /** An example of the topic that was labelled again to compare; null for pages of the label queue. */
  readonly comparedWith: string | null;
  /** What a person says of the same page; null where nobody has labelled it. */
  readonly personRelevant: boolean | null;
  readonly createdAt: Date;
}

export interface LabellerLabelFilter {
  readonly relevant?: boolean | null;
  /** Only where a person's label is another one. */
  readonly disagreeing?: boolean | null;
}

/** What one language model has said so far of a topic. */
export interface LabellerAgreement extends Agreement {
  readonly labeller: string;
  readonly gate: LabellerGate;
  /** Labels that training takes when the gate is open and it is told to: those of pages that no person has labelled. */
  readonly relevant: number;
  readonly irrelevant: number;
}

/** What there is to know of the labeller of a topic. */
export interface LabellerState {
  /** The configured language model; null without one. */
  readonly labeller: string | null;
  readonly callsToday: number;
  readonly callsPerDay: number;
  readonly minKappa: number;
  readonly minCompared: number;
  readonly agreements: readonly LabellerAgreement[];
}

/** A page with its label, to be kept. */
export interface NewLabellerLabel {
  readonly topicId: string;
  readonly labeller: string;
  readonly jobId: string;
  readonly url: string | null;
  readonly exampleId: string | null;
  readonly title: string;
  readonly text: string;
  readonly anchors: readonly string[];
  readonly relevant: boolean;
  readonly reason: string;
}

/** An example that a person labelled, as the labeller is asked about it: without the label. */
export interface ComparableExample {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Labels of the labeller that a topic may have: as many as models learn from. */
export const MAX_LABELLER_LABELS = 20_000;
/** Characters that are kept of a page, as training reads them. */
export const MAX_KEPT_CHARS = 20_000;
