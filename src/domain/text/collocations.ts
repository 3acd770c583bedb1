import { NgramCounts } from './ngram-counts.js';
import { contentRuns } from './rake.js';
import { written } from './scripts.js';
import { ENGLISH_READING, type WordReading } from './word-reading.js';

/** Two or three words that occur together more often than their frequencies explain. */
interface Collocation {
  /**
   * Lower case, words joined by one space, or by none in scripts without spaces; the most frequent of its inflections.
   */
  readonly text: string;
  /** Number of texts with it. */
  readonly documents: number;
  readonly occurrences: number;
  /** G² of its weakest joint. */
  readonly logLikelihood: number;
}

interface CollocationOptions {
  /** Minimum number of texts with it. */
  readonly minDocuments: number;
  /** Minimum G². 10.83 is exceeded by chance once in a thousand times (χ² with one degree of freedom). */
  readonly minLogLikelihood: number;
  /** Most collocations returned. */
  readonly limit: number;
  /** How words of the texts' language are read. */
  readonly reading: WordReading;
}

const DEFAULTS: CollocationOptions = {
  minDocuments: 2,
  minLogLikelihood: 10.83,
  limit: 2_000,
  reading: ENGLISH_READING,
};
/** Characters read of a text. */
const MAX_CHARS = 36_000;
/** Separates runs: no collocation reaches across it. */
const BREAK = -1;

/**
 * Collocations of two and three words, best first.
 *
 * Dunning, "Accurate methods for the statistics of surprise and coincidence" (1993): the log-likelihood ratio of two
 * consecutive words against their independence; a collocation of three is judged at both joints and has the lower
 * value. Only words within one run of content words count as consecutive, and only attraction counts, not repulsion.
 * Inflections are one word. Candidates for `minDocuments` are found level by level (Agrawal and Srikant's Apriori,
 * 1994), so that memory depends on the frequent ones, and is bounded.
 */
export function collocations(texts: readonly string[], options: Partial<CollocationOptions> = {}): Collocation[] {
  const { minDocuments, minLogLikelihood, limit, reading } = { ...DEFAULTS, ...options };
  const corpus = new StemmedCorpus(texts, minDocuments, reading);
  const pairs = new NgramCounts();
  corpus.each(2, (gram, document) => pairs.add(gram[0] * corpus.size + gram[1], document));
  const joint = (pair: number): boolean => pairs.documentsOf(pair) >= minDocuments;
  const triples = new NgramCounts();
  corpus.each(3, ([a, b, c], document) => {
    // Three numbers do not fit into an exact one: pairs are numbered by their index in storage.
    const first = a * corpus.size + b;
    if (joint(first) && joint(b * corpus.size + c)) triples.add(pairs.placeOf(first) * corpus.size + c, document);
  });

  const margins = new Margins(corpus);
  const found: { words: readonly number[]; documents: number; occurrences: number; logLikelihood: number }[] = [];
  const pairValue = (a: number, b: number, both: number): number =>
    attraction(both, margins.first[a], margins.second[b], margins.pairs);
  pairs.each((pair, documents, occurrences) => {
    const words = [Math.floor(pair / corpus.size), pair % corpus.size];
    if (documents >= minDocuments)
      found.push({ words, documents, occurrences, logLikelihood: pairValue(words[0], words[1], occurrences) });
  });
  triples.each((triple, documents, occurrences) => {
    if (documents < minDocuments) return;
    const pair = pairs.keyAt(Math.floor(triple / corpus.size));
    const words = [Math.floor(pair / corpus.size), pair % corpus.size, triple % corpus.size];
    const left = attraction(occurrences, pairs.occurrencesOf(pair), margins.second[words[2]], margins.pairs);
    const right = attraction(
      occurrences,
      margins.first[words[0]],
      pairs.occurrencesOf(words[1] * corpus.size + words[2]),
      margins.pairs,
    );
    found.push({ words, documents, occurrences, logLikelihood: Math.min(left, right) });
  });
  return found
    .filter(({ words, logLikelihood }) => logLikelihood >= minLogLikelihood && new Set(words).size === words.length)
    .map(({ words, ...rest }) => ({ text: written(words.map((word) => corpus.surfaceOf(word))), ...rest }))
    .sort((a, b) => b.logLikelihood - a.logLikelihood || (a.text < b.text ? -1 : 1))
    .slice(0, limit);
}

/** Counts of pairs by their first and by their last word. */
class Margins {
  readonly first: Float64Array;
  readonly second: Float64Array;
  pairs = 0;

  constructor(corpus: StemmedCorpus) {
    this.first = new Float64Array(corpus.size);
    this.second = new Float64Array(corpus.size);
    corpus.each(2, ([a, b]) => {
      this.first[a]++;
      this.second[b]++;
      this.pairs++;
    });
  }
}

/** A form of a stem with its count. */
interface WordForm {
  readonly stem: number;
  count: number;
}

/** Texts as numbers of stems, with breaks; rare words are breaks too, because nothing with them is frequent. */
class StemmedCorpus {
  private readonly numbers = new Map<string, number>();
  private readonly forms = new Map<string, WordForm>();
  /** Number of texts with each stem. */
  private readonly documents: number[] = [];
  private readonly texts: readonly Int32Array[];
  private readonly surfaces: readonly string[];

  constructor(
    texts: readonly string[],
    minDocuments: number,
    private readonly reading: WordReading,
  ) {
    this.texts = texts.map((text) => this.read(text));
    for (const text of this.texts) {
      for (let i = 0; i < text.length; i++)
        if (text[i] !== BREAK && this.documents[text[i]] < minDocuments) text[i] = BREAK;
    }
    this.surfaces = this.mostFrequentForms();
  }

  get size(): number {
    return this.documents.length;
  }

  private read(text: string): Int32Array {
    const out: number[] = [];
    const seen = new Set<number>();
    for (const run of contentRuns(text.slice(0, MAX_CHARS), { reading: this.reading })) {
      for (const word of run) {
        const form = this.formOf(word);
        form.count++;
        seen.add(form.stem);
        out.push(form.stem);
      }
      out.push(BREAK);
    }
    for (const number of seen) this.documents[number]++;
    return Int32Array.from(out);
  }

  private formOf(word: string): WordForm {
    let form = this.forms.get(word);
    if (form === undefined) {
      const key = this.reading.stem(word);
      const number = this.numbers.get(key) ?? this.documents.push(0) - 1;
      this.numbers.set(key, number);
      form = { stem: number, count: 0 };
      this.forms.set(word, form);
    }
    return form;
  }

  private mostFrequentForms(): string[] {
    const best = new Array<string>(this.size).fill('');
    for (const [word, { stem: number, count }] of this.forms) {
      const most = this.forms.get(best[number])?.count ?? 0;
      if (count > most || (count === most && word < best[number])) best[number] = word;
    }
    return best;
  }

  surfaceOf(number: number): string {
    return this.surfaces[number];
  }

  /** Calls `visit` with each run of `length` words. The array is reused. */
  each(length: number, visit: (gram: readonly number[], document: number) => void): void {
    const gram = new Array<number>(length).fill(0);
    this.texts.forEach((text, document) => {
      for (let at = 0; at + length <= text.length; at++) {
        let i = 0;
        while (i < length && text[at + i] !== BREAK) gram[i] = text[at + i++];
        if (i === length) visit(gram, document);
      }
    });
  }
}

/** G² if the two occur together more often than by chance, otherwise 0. */
function attraction(both: number, first: number, second: number, total: number): number {
  return both * total > first * second
    ? logLikelihoodRatio(both, first - both, second - both, total - first - second + both)
    : 0;
}

/** Dunning's G² of a two-by-two table of counts: 2 Σ observed · ln(observed / expected). */
export function logLikelihoodRatio(both: number, firstOnly: number, secondOnly: number, neither: number): number {
  const total = both + firstOnly + secondOnly + neither;
  const term = (observed: number, row: number, column: number): number =>
    observed > 0 ? observed * Math.log((observed * total) / (row * column)) : 0;
  const rows = [both + firstOnly, secondOnly + neither];
  const columns = [both + secondOnly, firstOnly + neither];
  const first = term(both, rows[0], columns[0]) + term(firstOnly, rows[0], columns[1]);
  const second = term(secondOnly, rows[1], columns[0]) + term(neither, rows[1], columns[1]);
  return Math.max(0, 2 * (first + second));
}
