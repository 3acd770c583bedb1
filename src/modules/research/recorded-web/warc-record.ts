export interface WarcRecord {
  /** `response`, `request`, `metadata`, … in lower case. */
  readonly type: string;
  /** Of WARC-Target-URI, without the angle brackets of old writers; empty if absent. */
  readonly targetUri: string;
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The record's block, cut at the reader's limit. */
  readonly block: Buffer;
  /** Whether the block was cut by the reader or, according to WARC-Truncated, by the writer. */
  readonly truncated: boolean;
}
