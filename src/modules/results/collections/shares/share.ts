/** A link by which anybody who has it reads one collection. */
export interface Share {
  readonly id: string;
  readonly topicId: string;
  readonly name: string;
  /** Only relevant pages, and domains with relevant pages. */
  readonly relevantOnly: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface ShareWanted {
  readonly name: string;
  readonly relevantOnly: boolean;
  readonly days: number;
}

/** Share links of one topic that have not expired. */
export const MAX_SHARES = 100;
export const MAX_SHARE_DAYS = 3_650;
export const DEFAULT_SHARE_DAYS = 30;
export const MAX_SHARE_NAME_CHARS = 200;
/** Nothing longer is a token. */
export const MAX_TOKEN_CHARS = 200;
