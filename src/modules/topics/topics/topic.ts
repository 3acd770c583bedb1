/** A topic without its lists. */
export interface Topic {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** ISO 639-1 code. */
  readonly language: string;
  readonly seedCount: number;
  /** Version of the current keyword set; null if the topic never had keywords. */
  readonly keywordSetVersion: number | null;
  readonly createdAt: Date;
  /** Increases with every change of the topic, its seeds or its keywords. */
  readonly updatedAt: Date;
}

export interface ExampleCounts {
  readonly relevant: number;
  readonly irrelevant: number;
}

/** A new topic's data, checked: seeds are distinct canonical URLs. */
export interface NewTopic {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly seeds: readonly string[];
}
export type TopicPatch = Partial<NewTopic>;

export const MAX_NAME_CHARS = 200;
export const MAX_DESCRIPTION_CHARS = 5_000;
/** Seeds are starting points of a crawl; a thousand cover the largest seed lists in the literature. */
export const MAX_SEEDS = 1_000;

/** One stored version of a topic's keywords, without the keywords. */
export interface StoredKeywordSet {
  readonly id: string;
  readonly topicId: string;
  readonly version: number;
  readonly size: number;
  readonly createdAt: Date;
}

/** Rows by their topic, in their original order. */
export function byTopic<T extends { readonly topicId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.topicId);
    if (group) group.push(row);
    else groups.set(row.topicId, [row]);
  }
  return groups;
}
