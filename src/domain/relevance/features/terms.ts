import type { DocumentText } from '../../text/document-text.js';
import { englishStem, shortAsciiWords } from '../../text/index.js';
import { documentFields, isContentWord, shortField, wordsOf, type FieldText } from './document-words.js';
import type { TrainingSet } from '../training/training-set.js';
import { WordNumbers } from './word-numbers.js';

/** Options for turning documents into bags of terms: stems of content words, and optionally pairs of adjacent ones. */
export interface TermOptions {
  /** Weight of a word in the title, relative to one in the text. */
  readonly titleWeight: number;
  readonly bigrams: boolean;
  /** Whether a word in title or description is a different term from the same word in the text. */
  readonly separateFields?: boolean;
}

/** Most distinct terms of a training set; later ones are dropped. Some 100 MB with their strings. */
const MAX_TERMS = 1_000_000;
/** Joins the stems of a pair; no stem contains a space. */
const JOINT = ' ';
/** Prefixes of separate fields' terms; no stem contains a colon. */
const FIELD_MARKS = { title: 'title:', description: 'meta:', text: '' };
const NO_MARKS = { title: '', description: '', text: '' };
const marksOf = ({ separateFields = false }: TermOptions): typeof NO_MARKS => (separateFields ? FIELD_MARKS : NO_MARKS);

/** Bags of terms of a training set: document `i` has the terms `ids[i]`, `amounts[i]` times each. */
export interface TermBags {
  readonly terms: readonly string[];
  readonly ids: readonly Int32Array[];
  readonly amounts: readonly Float32Array[];
  /** Distinct terms of a short text. */
  ofWords(words: readonly string[]): number[];
}

/**
 * Counts the stems of content words, and of pairs of neighbours if `bigrams`. Terms are numbered in the order in which
 * they occur; those beyond a million are dropped.
 */
export function termBags(set: TrainingSet, options: TermOptions): TermBags {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const stems = set.words.map((word) => (isContentWord(word) ? englishStem(word) : ''));
  const numberOf = (term: string): number => {
    const known = numbers.get(term);
    if (known !== undefined || terms.length === MAX_TERMS) return known ?? -1;
    numbers.set(term, terms.length);
    return terms.push(term) - 1;
  };
  const marks = marksOf(options);
  const ids: Int32Array[] = [];
  const amounts: Float32Array[] = [];
  for (const { title, description, text } of set.numbered) {
    const bag = new Map<number, number>();
    for (const [field, weight, mark] of [
      [title, options.titleWeight, marks.title],
      [description, 1, marks.description],
      [text, 1, marks.text],
    ] as const) {
      let previous = '';
      for (const word of field) {
        if (stems[word] === '') continue;
        const term = mark + stems[word];
        put(bag, numberOf(term), weight);
        if (options.bigrams && previous !== '') put(bag, numberOf(previous + JOINT + term), weight);
        previous = term;
      }
    }
    ids.push(Int32Array.from(bag.keys()));
    amounts.push(Float32Array.from(bag.values()));
  }
  return { terms, ids, amounts, ofWords: (words) => termsOfWords(words, numbers) };
}

function put(bag: Map<number, number>, term: number, weight: number): void {
  if (term >= 0) bag.set(term, (bag.get(term) ?? 0) + weight);
}

function termsOfWords(words: readonly string[], numbers: ReadonlyMap<string, number>): number[] {
  const found = new Set<number>();
  let previous = '';
  for (const word of words) {
    if (!isContentWord(word)) continue;
    const term = englishStem(word);
    const single = numbers.get(term);
    if (single !== undefined) found.add(single);
    const pair = previous === '' ? undefined : numbers.get(previous + JOINT + term);
    if (pair !== undefined) found.add(pair);
    previous = term;
  }
  return [...found];
}

const UNKNOWN = -1;

/** The terms of a trained model, with their look-up in documents. */
export class Vocabulary {
  private readonly numbers: Map<string, number>;
  private readonly marks: typeof NO_MARKS;
  /** By mark. */
  private readonly wordNumbers = new Map<string, WordNumbers>();
  private readonly shortTexts = new WordNumbers((word) => this.numberOf(englishStem(word)), shortAsciiWords);
  /** The amounts of the last counted document's terms. */
  readonly amounts: Float64Array;

  constructor(
    readonly terms: readonly string[],
    private readonly options: TermOptions,
  ) {
    this.numbers = new Map(terms.map((term, id) => [term, id]));
    this.amounts = new Float64Array(terms.length);
    this.marks = marksOf(options);
  }

  /** Calls `use` once with the known terms of a document and their amounts, which are valid only during the call. */
  count<T>(document: DocumentText, use: (ids: readonly number[], amounts: Float64Array) => T): T {
    const { title, description, text } = documentFields(document);
    const found: number[] = [];
    this.addField(title, this.options.titleWeight, this.marks.title, found);
    this.addField(description, 1, this.marks.description, found);
    this.addField(text, 1, this.marks.text, found);
    const result = use(found, this.amounts);
    for (const id of found) this.amounts[id] = 0;
    return result;
  }

  /** Distinct terms of a short text. */
  ofText(text: string): number[] {
    const { maxWords, maxChars } = shortField(text);
    const found: number[] = [];
    const told =
      !this.options.bigrams &&
      this.shortTexts.forEach(text, maxWords, maxChars, (id) => {
        if (id !== UNKNOWN && !found.includes(id)) found.push(id);
      });
    return told ? found : termsOfWords(wordsOf(text, maxWords), this.numbers);
  }

  private addField({ text, maxWords, maxChars }: FieldText, weight: number, mark: string, found: number[]): void {
    const told =
      !this.options.bigrams &&
      this.wordNumbersOf(mark).forEach(text, maxWords, maxChars, (id) => this.addTerm(id, weight, found));
    if (!told) this.add(wordsOf(text, maxWords), weight, mark, found);
  }

  private add(words: readonly string[], weight: number, mark: string, found: number[]): void {
    let previous = '';
    for (const word of words) {
      // Stop words are never in the vocabulary, so they are tested only for pairs, which reach across them.
      const term = mark + englishStem(word);
      this.addTerm(this.numberOf(term), weight, found);
      if (!this.options.bigrams || !isContentWord(word)) continue;
      if (previous !== '') this.addTerm(this.numberOf(previous + JOINT + term), weight, found);
      previous = term;
    }
  }

  private numberOf(term: string): number {
    return this.numbers.get(term) ?? UNKNOWN;
  }

  private wordNumbersOf(mark: string): WordNumbers {
    let numbers = this.wordNumbers.get(mark);
    if (numbers === undefined)
      this.wordNumbers.set(mark, (numbers = new WordNumbers((word) => this.numberOf(mark + englishStem(word)))));
    return numbers;
  }

  private addTerm(id: number, weight: number, found: number[]): void {
    if (id === UNKNOWN) return;
    if (this.amounts[id] === 0) found.push(id);
    this.amounts[id] += weight;
  }
}

/**
 * Terms in at least `minDocuments` and at most a share of `maxShare` of the documents; if there are too many, the
 * `limit` most frequent. Sorted by number.
 */
export function selectTerms(
  bags: TermBags,
  train: readonly number[],
  minDocuments: number,
  maxShare: number,
  limit: number,
): Int32Array {
  const documents = new Int32Array(bags.terms.length);
  for (const i of train) for (const id of bags.ids[i]) documents[id]++;
  const most = Math.max(minDocuments, maxShare * train.length);
  const kept: number[] = [];
  documents.forEach((count, id) => {
    if (count >= minDocuments && count <= most) kept.push(id);
  });
  if (kept.length > limit) kept.sort((a, b) => documents[b] - documents[a] || a - b).length = limit;
  return Int32Array.from(kept).sort();
}
