import { collocations, ENGLISH_READING, rakePhrases, stem, tokenize, type WordReading } from '../text/index.js';

/** A key phrase found in texts, before it is compared with the topic. */
interface FoundPhrase {
  /** Lower case, in its written form; the most frequent of its inflections. */
  readonly text: string;
  readonly method: 'rake' | 'collocation';
  /** Number of texts with it. */
  readonly documents: number;
}

export type PhraseMethod = FoundPhrase['method'];

/** Characters read of a text by RAKE. */
const MAX_CHARS = 36_000;
/** RAKE's own rule: a third of its candidates are key phrases. */
const RAKE_SHARE = 1 / 3;
/** Most distinct phrases counted at once; beyond it those seen once are dropped. */
const MAX_COUNTED = 200_000;
/** Most phrases returned per method. */
const MAX_FOUND = 3_000;
const MAX_PHRASE_WORDS = 4;

/** Key of a phrase: its stems, which unites inflections. */
export const stemsKey = (text: string): string => tokenize(text).map(stem).join(' ');

/**
 * Key phrases of at least two words in several texts: RAKE's of each text, and collocations over all of them. One found
 * by both methods is RAKE's.
 *
 * A phrase within a longer one that occurs in nearly as many texts is omitted: it is a part that does not occur alone.
 */
export function findPhrases(
  texts: readonly string[],
  methods: ReadonlySet<PhraseMethod>,
  minDocuments: number,
  reading: WordReading = ENGLISH_READING,
): FoundPhrase[] {
  const found = new Map<string, FoundPhrase>();
  if (methods.has('rake'))
    for (const phrase of rakeOfAll(texts, minDocuments, reading)) found.set(stemsKey(phrase.text), phrase);
  if (methods.has('collocation')) {
    for (const { text, documents } of collocations(texts, { minDocuments, limit: MAX_FOUND, reading })) {
      const key = stemsKey(text);
      if (!found.has(key)) found.set(key, { text, method: 'collocation', documents });
    }
  }
  return withoutParts(found);
}

function rakeOfAll(texts: readonly string[], minDocuments: number, reading: WordReading): FoundPhrase[] {
  const counted = new Map<string, { documents: number; forms: Map<string, number> }>();
  for (const text of texts) {
    const ranked = rakePhrases(text.slice(0, MAX_CHARS), { maxWords: MAX_PHRASE_WORDS, reading });
    const seen = new Set<string>();
    for (const { text: phrase, words } of ranked.slice(0, Math.ceil(ranked.length * RAKE_SHARE))) {
      const key = words > 1 ? stemsKey(phrase) : '';
      if (key === '' || seen.has(key)) continue;
      seen.add(key);
      const count = counted.get(key) ?? { documents: 0, forms: new Map<string, number>() };
      count.documents++;
      count.forms.set(phrase, (count.forms.get(phrase) ?? 0) + 1);
      counted.set(key, count);
    }
    if (counted.size > MAX_COUNTED)
      for (const [key, { documents }] of counted) if (documents === 1) counted.delete(key);
    // Hardly possible: this many phrases, each in two texts or more.
    if (counted.size > MAX_COUNTED) break;
  }
  return [...counted.values()]
    .filter(({ documents }) => documents >= minDocuments)
    .map(({ documents, forms }) => ({ text: mostFrequent(forms), method: 'rake' as const, documents }))
    .sort((a, b) => b.documents - a.documents || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_FOUND);
}

function mostFrequent(forms: ReadonlyMap<string, number>): string {
  return [...forms].reduce((best, form) =>
    form[1] > best[1] || (form[1] === best[1] && form[0] < best[0]) ? form : best,
  )[0];
}

/** A part in at most this multiple of the whole's texts adds no information. */
const PART_OF = 1.25;

function withoutParts(found: ReadonlyMap<string, FoundPhrase>): FoundPhrase[] {
  const parts = new Set<string>();
  for (const [key, { documents }] of found) {
    const words = key.split(' ');
    for (let length = 2; length < words.length; length++) {
      for (let start = 0; start + length <= words.length; start++) {
        const part = words.slice(start, start + length).join(' ');
        const whole = found.get(part);
        if (whole !== undefined && whole.documents <= PART_OF * documents) parts.add(part);
      }
    }
  }
  return [...found].filter(([key]) => !parts.has(key)).map(([, phrase]) => phrase);
}
