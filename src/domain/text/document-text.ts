/** The parts of a page, or of a labelled example, that relevance models read. */
export interface DocumentText {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Main text: boilerplate is removed in the same way in training and crawling. */
  readonly text: string;
  /** Texts of known links to it; only for training. */
  readonly anchors?: readonly string[];
}
