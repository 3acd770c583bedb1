/** A labelled example without its text. */
export interface Example {
  readonly id: string;
  readonly topicId: string;
  /** Canonical; null for inline text without one. */
  readonly url: string | null;
  readonly title: string;
  /** The first characters of the text; '' if there is none yet. */
  readonly excerpt: string;
  /** Length of the whole text in characters; null until the URL has been fetched. */
  readonly textLength: number | null;
  readonly relevant: boolean;
  /** Why the URL could not be fetched, if so. */
  readonly fetchError: string | null;
  readonly createdAt: Date;
  /** When `relevant` got its value. */
  readonly labelledAt: Date;
}

/** The fields of an example used by training. */
export interface LabelledText {
  readonly id: string;
  readonly url: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly relevant: boolean;
  /** Texts of known links to it. */
  readonly anchors: readonly string[];
  readonly createdAt: Date;
}

/** Enough to recognise a text. */
export const EXCERPT_CHARS = 200;
/** Per topic. Models need at most thousands; this bounds a topic's share of the database at a few GB of text. */
export const MAX_EXAMPLES = 100_000;
