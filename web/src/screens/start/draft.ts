import { addressesIn } from '../../parts/addresses.js';
import { type EnteredSettings, NEW_SETTINGS } from './session-body.js';

/** The topic that a draft describes. */
export interface TopicFields {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly seeds: readonly string[];
}

/** The input of the screen "Start", kept until it is sent. */
export interface Draft extends EnteredSettings {
  readonly name: string;
  /** One or more in a line, separated by commas. */
  readonly keywords: string;
  /** One in a line. */
  readonly seeds: string;
  /** The topic, once it was made: to suggest seeds, or because the session was refused. */
  readonly topicId: string | null;
  /** The same when the topic was last read or saved; null: never. */
  readonly known: TopicFields | null;
  /** Suggested seeds that are wanted. */
  readonly wanted: readonly string[];
  /** Sent along, so that a second try does not start a second session. */
  readonly key: string;
}

/**
 * Storage key of a draft. A draft for a topic or for a copy of a session has its own key, so opening another one does
 * not lose it.
 */
const nameOf = (place: string | null): string => (place === null ? 'gleaner:start' : `gleaner:start:${place}`);

export const emptyDraft = (key: string): Draft => ({
  ...NEW_SETTINGS,
  ...{ name: '', keywords: '', seeds: '', topicId: null, known: null, wanted: [], key },
});

/** The same after its topic was deleted: wanted seeds are typed ones, and the topic's model is gone with it. */
export function withoutTopic(draft: Draft): Draft {
  const { modelId: _, ...texts } = draft.texts;
  const seeds = [draft.seeds.trim(), ...draft.wanted].filter((line) => line !== '').join('\n');
  return { ...draft, texts, seeds, topicId: null, known: null, wanted: [] };
}

function isKnown(value: unknown): value is TopicFields {
  const { name, keywords, seeds } = Object(value) as Record<string, unknown>;
  return typeof name === 'string' && [keywords, seeds].every((list) => Array.isArray(list));
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stored draft; an empty draft if there is none or it is invalid. @param empty a new draft */
export function keptDraft(shelf: Shelf, empty: Draft, place: string | null = null): Draft {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(nameOf(place)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const fits = Object.entries(kept).filter(([name, value]) => {
      const own: unknown = empty[name as keyof Draft];
      if (name === 'known') return isKnown(value);
      return name === 'topicId'
        ? value === null || typeof value === 'string'
        : typeof own === typeof value && Array.isArray(own) === Array.isArray(value);
    });
    return { ...empty, ...(Object.fromEntries(fits) as Partial<Draft>) };
  } catch {
    return empty;
  }
}

/** A full or forbidden storage loses the draft with the page, and nothing else. */
export function keepDraft(shelf: Shelf, draft: Draft, place: string | null = null): void {
  try {
    shelf.setItem(nameOf(place), JSON.stringify(draft));
  } catch {
    return;
  }
}

export const dropDraft = (shelf: Shelf, place: string | null = null): void => shelf.removeItem(nameOf(place));

/** Commas of all scripts, and line ends. */
const COMMA = /[,\n\u060c\u3001\ufe50\ufe51\uff0c\uff64]/;

/** Keywords as they were meant: separated by commas or lines, each once. */
export const keywordsIn = (text: string): string[] => unique(text.split(COMMA));

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

/** How a free slot decides at an eagerness from 0 to 1, as a sentence. */
export function eagernessInWords(eagerness: number): string {
  if (eagerness >= 1) return 'A free slot always takes the best link whose host may be asked now.';
  const least = Math.round((1 - eagerness) * 100);
  return (
    'While the host of the best link is busy, a free slot takes another link only if that ' +
    (least === 100 ? 'is as good.' : `has at least ${least}% of its value.`)
  );
}

/** A name for a topic that was given none: its first keywords. */
export const nameFor = ({ name, keywords }: Pick<Draft, 'name' | 'keywords'>): string =>
  name.trim() === '' ? keywordsIn(keywords).slice(0, 3).join(', ').slice(0, 200) : name.trim();

/** The draft's fields of a topic, as they are sent. */
export const topicOf = (draft: Draft): TopicFields => ({
  name: nameFor(draft),
  keywords: keywordsIn(draft.keywords),
  seeds: addressesIn(draft.seeds),
});

/** An entry in the spelling in which the service stores it, more or less. */
const spelling = (text: string): string => (URL.canParse(text) ? new URL(text).href : text.toLowerCase());

/** A list as it is now, with the additions and removals between two others. */
function withEdits(now: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const lacks = (list: readonly string[]) => {
    const known = new Set(list.map(spelling));
    return (one: string): boolean => !known.has(spelling(one));
  };
  const isKept = lacks(before.filter(lacks(after)));
  return [...now.filter(isKept), ...after.filter(lacks(before)).filter(lacks(now))];
}

/** A topic as it is now, with the edits of a draft: changes of others since it was read stay. */
export function withDraft(now: TopicFields, draft: Draft): TopicFields {
  const { known } = draft;
  const mine = topicOf(draft);
  return {
    name: mine.name === known?.name ? now.name : mine.name,
    keywords: withEdits(now.keywords, known?.keywords ?? [], mine.keywords),
    seeds: withEdits(now.seeds, known?.seeds ?? [], mine.seeds),
  };
}
