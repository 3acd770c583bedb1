/** The part of a page, or of a labelled example, that relevance models read. */
export interface DocumentText {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Main text: boilerplate removed the same way in training and crawling. */
  readonly text: string;
  /** Texts of links that are known to lead to it; read in training alone. */
  readonly anchors?: readonly string[];
}
