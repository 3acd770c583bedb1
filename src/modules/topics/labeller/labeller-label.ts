import type { Agreement, LabellerGate } from '../../../domain/labels/index.js';

/** A label that a language model gave a page or an example. */
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
  /** The example that was labelled again for the comparison; null for pages of the label queue. */
  readonly comparedWith: string | null;
  /** A person's label of the same page; null if there is none. */
  readonly personRelevant: boolean | null;
  readonly createdAt: Date;
}

export interface LabellerLabelFilter {
  readonly relevant?: boolean | null;
  /** Only labels that differ from a person's. */
  readonly disagreeing?: boolean | null;
}

/** One language model's labels of a topic so far. */
export interface LabellerAgreement extends Agreement {
  readonly labeller: string;
  readonly gate: LabellerGate;
  /**
   * Labels that training uses if the gate is open and the user requests it: those of pages without a person's label.
   */
  readonly relevant: number;
  readonly irrelevant: number;
}

/** The state of a topic's labeller. */
export interface LabellerState {
  /** The configured language model; null without one. */
  readonly labeller: string | null;
  readonly callsToday: number;
  readonly callsPerDay: number;
  readonly minKappa: number;
  readonly minCompared: number;
  readonly agreements: readonly LabellerAgreement[];
}

/** A page with its label, to be stored. */
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

/** An example labelled by a person, as sent to the labeller: without the label. */
export interface ComparableExample {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Most labels of the labeller per topic: as many as models learn from. */
export const MAX_LABELLER_LABELS = 20_000;
/** Characters stored of a page, as read by training. */
export const MAX_KEPT_CHARS = 20_000;
