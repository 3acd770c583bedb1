import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from './packages.mjs';

/**
 * Packs the data of the language detector `eld`, in its smallest size, into `src/domain/language/ngrams.ts`. As
 * objects, like in the package itself, the data takes 28 MB in every process.
 *
 * usage: node scripts/language-data.mjs
 */
const folder = dirname(dirname(fileURLToPath(import.meta.resolve('eld/extrasmall'))));
const load = (name) => import(join(folder, name));
const [{ ngramsData }, { avgScore }, { dictionary }, { separators }] = await Promise.all(
  ['ngrams/extrasmall.js', 'avgScore.js', 'dictionary.js', 'regexPatterns.js'].map(load),
);

const languages = Object.values(ngramsData.languages);
const ngrams = Object.keys(ngramsData.ngrams);
const alphabet = [...new Set(ngrams.join(''))].sort().join('');
/** Padded to equal length, so that texts sort like their numbers. */
const sorted = ngrams
  .map((ngram) => ({ ngram, codes: [...ngram].map((sign) => alphabet.indexOf(sign)) }))
  .sort((a, b) => {
    for (let at = 0; ; at++) {
      const [left, right] = [a.codes[at] ?? -1, b.codes[at] ?? -1];
      if (left !== right) return left - right;
    }
  });

const bytes = [];
let before = [];
for (const { ngram, codes } of sorted) {
  let shared = 0;
  while (shared < codes.length && codes[shared] === before[shared]) shared++;
  const scores = Object.entries(ngramsData.ngrams[ngram]);
  bytes.push(
    (shared << 4) | (codes.length - shared),
    ...codes.slice(shared),
    scores.length,
    ...scores.flat().map(Number),
  );
  before = codes;
}
if (bytes.some((byte) => !(byte >= 0 && byte < 256))) throw new Error('a number of eld does not fit into a byte');

/** Only ASCII: V8 stores sources with other characters in twice the space. */
const literal = (value) =>
  JSON.stringify(value).replace(/[\x7f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const file = join(root, 'src/domain/language/ngrams.ts');
const text = `/*
 * The data of eld (Efficient Language Detector), size XS60, packed by scripts/language-data.mjs.
 * Copyright 2023 Nito T.M. License https://www.apache.org/licenses/LICENSE-2.0 Apache-2.0
 */

/** ISO 639-1, by number. */
export const LANGUAGES = ${literal(languages.join(' '))}.split(' ');

/** The score that a text in each language usually gets. */
export const USUAL_SCORES = ${literal(languages.map((language) => avgScore[language]))};

/** Separators of words. */
export const SEPARATORS = new RegExp(${literal(separators.source)}, ${literal(separators.flags)});

/** The sign that stands for each byte of UTF-8 in an n-gram. */
export const BYTE_SIGNS = ${literal(dictionary.join(''))};

/** The signs that n-grams consist of. */
export const ALPHABET = ${literal(alphabet)};

export const NGRAM_COUNT = ${ngrams.length};

/** Of all n-grams. */
export const SCORE_COUNT = ${ngrams.reduce((sum, ngram) => sum + Object.keys(ngramsData.ngrams[ngram]).length, 0)};

/**
 * The n-grams in the order of their signs in the alphabet, base64. Each: how many signs it has in common with the one
 * before (high half of a byte) and how many follow (low half), those signs by their place in the alphabet, the number
 * of its languages, and for each its number and score.
 */
export const NGRAMS =
  ${literal(Buffer.from(bytes).toString('base64'))};
`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
