import { keywordsIn } from '../start/draft.js';

/** Changes of a keyword set. */
export interface KeywordEdits {
  readonly removed: readonly string[];
  /** As it was typed: separated by commas or lines. */
  readonly added: string;
}

export const NO_EDITS: KeywordEdits = { removed: [], added: '' };

/** The set after the edits: what stays in its order, then what is new. */
export function edited(texts: readonly string[], { removed, added }: KeywordEdits): string[] {
  const stays = texts.filter((text) => !removed.includes(text));
  return [...new Set([...stays, ...keywordsIn(added)])];
}

export const isEdited = (texts: readonly string[], edits: KeywordEdits): boolean => {
  const after = edited(texts, edits);
  return after.length !== texts.length || after.some((text, i) => text !== texts[i]);
};

/** Marks a keyword to be removed, or takes that back. */
export const withRemoved = (edits: KeywordEdits, text: string): KeywordEdits => ({
  ...edits,
  removed: edits.removed.includes(text) ? edits.removed.filter((one) => one !== text) : [...edits.removed, text],
});
