/**
 * The detector's scripts with their languages. For a script of its own, the first language is the default if the page
 * declares none; for shared scripts, letters alone do not decide, and the detector has to.
 */
const SCRIPTS: readonly (readonly [scripts: string, own: string, shared?: string])[] = [
  ['Latin', ''],
  ['Han Hiragana Katakana Bopomofo', 'zh ja'],
  ['Cyrillic', '', 'ru uk be bg mk mn ky tg'],
  ['Arabic', '', 'ar fa ur ps sd ug'],
  ['Devanagari', '', 'hi mr ne sa'],
  ['Hangul', 'ko'],
  ['Hebrew', 'he yi'],
  ['Greek', 'el'],
  ['Thai', 'th'],
  ['Lao', 'lo'],
  ['Khmer', 'km'],
  ['Myanmar', 'my'],
  ['Armenian', 'hy'],
  ['Georgian', 'ka'],
  ['Ethiopic', 'am ti'],
  ['Bengali', 'bn as'],
  ['Gurmukhi', 'pa'],
  ['Gujarati', 'gu'],
  ['Oriya', 'or'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Sinhala', 'si'],
  ['Tibetan', 'bo dz'],
];
const CHINESE = 1;
const codesOf = (list: string): string[] => list.split(' ').filter((code) => code !== '');
const OWN: readonly (readonly string[])[] = SCRIPTS.map(([, own]) => codesOf(own));
const LETTERS: readonly RegExp[] = SCRIPTS.map(
  ([scripts]) =>
    new RegExp(`^(?=[\\p{L}\\p{M}])[${scripts.replace(/\w+/g, '\\p{Script=$&}').replaceAll(' ', '')}]`, 'u'),
);
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** A letter of a script that Western pages lack, which costs more to examine. */
const OTHER_LETTERS = /[\u0370-\u1dff\u2c00-\ud7ff\ud800-\udfff\uf900-\ufdff\ufe70-\ufefc]/;

/** The weight of a letter relative to a Latin one: a Chinese character is half a word, a Korean syllable nearly so. */
const worthOf = (script: number): number => (script === CHINESE || SCRIPTS[script][0] === 'Hangul' ? 3 : 1);
/** Half of a Japanese text is kana; a Chinese text has it only in names. */
const LEAST_KANA = 0.1;
/** The declared language stands if its own letters are at least this share of those in the main script. */
const LEAST_BESIDE = 0.2;
/** Characters of a text whose scripts are examined. */
const MAX_CHARS = 10_000;
const NO_SCRIPT = 0xff;

/** Script numbers by blocks of 256 UTF-16 units, each block computed on first use. */
const tables: (Uint8Array | undefined)[] = [];
function scriptOf(unit: number): number {
  const table = (tables[unit >> 8] ??= Uint8Array.from({ length: 256 }, (_, low) => {
    const code = (unit & 0xff00) | low;
    // The first half of a surrogate pair stands for the pair.
    const sign = String.fromCharCode(code, ...(code >= 0xd800 && code < 0xdc00 ? [0xdc00] : []));
    const script = LETTERS.findIndex((letter) => letter.test(sign));
    return script === -1 ? NO_SCRIPT : script;
  }));
  return table[unit & 0xff];
}

/** The script of most of a text's letters. */
interface MainScript {
  /** The language, if the script determines it. */
  readonly language: string | null;
  /** Only the words in this script. */
  readonly text: string;
  /** Whether the declared language's script is also frequent: programs in a manual may outweigh its words. */
  readonly isBesideDeclared: boolean;
  /** Whether the script is used for a language. */
  fits(language: string): boolean;
}

/** Languages that are not written in Latin script. */
const scriptsOfLanguages: ReadonlyMap<string, number> = new Map(
  SCRIPTS.flatMap(([, own, shared = ''], script) => codesOf(`${own} ${shared}`).map((code) => [code, script] as const)),
);

/** Whether a language is not written in Latin script. */
export const isOfOtherScript = (language: string): boolean => scriptsOfLanguages.has(language);

/**
 * Finds the main script of a text.
 *
 * @param said the declared language, '' if there is none
 * @returns null if the text has no letters or only Latin ones
 */
export function mainScriptOf(text: string, said: string): MainScript | null {
  const sample = text.slice(0, MAX_CHARS);
  if (!OTHER_LETTERS.test(sample)) return null;
  const weights = new Array<number>(SCRIPTS.length).fill(0);
  for (let i = 0; i < sample.length; i++) {
    const script = scriptOf(sample.charCodeAt(i));
    if (script !== NO_SCRIPT) weights[script] += worthOf(script);
  }
  const heaviest = Math.max(...weights);
  if (heaviest === 0) return null;
  const main = weights.indexOf(heaviest);
  const declared = scriptsOfLanguages.get(said);
  return {
    language: languageOfScript(main, sample, weights[main] / worthOf(main), said),
    text: wordsOf(sample, main),
    fits: (language) => (scriptsOfLanguages.get(language) ?? main) === main,
    isBesideDeclared: declared !== undefined && declared !== main && weights[declared] >= LEAST_BESIDE * weights[main],
  };
}

function languageOfScript(script: number, sample: string, letters: number, said: string): string | null {
  if (script === CHINESE) {
    const kana = sample.match(KANA)?.length ?? 0;
    if (kana >= letters * LEAST_KANA) return 'ja';
    return kana > 0 && said === 'ja' ? 'ja' : 'zh';
  }
  const languages = OWN[script];
  return languages.includes(said) ? said : (languages.at(0) ?? null);
}

/** Removes letters of other scripts, which would suggest another language. */
function wordsOf(sample: string, script: number): string {
  let words = '';
  let from = 0;
  for (let i = 0; i <= sample.length; i++) {
    const own = i < sample.length ? scriptOf(sample.charCodeAt(i)) : NO_SCRIPT - 1;
    if (own === script || own === NO_SCRIPT) continue;
    if (i > from) words += sample.slice(from, i);
    if (!words.endsWith(' ')) words += ' ';
    from = i + 1;
  }
  return words;
}

/**
 * Languages that the detector does not know, in this order, by letters that the languages lack which it knows. The
 * first with such a letter is that of the text; all together tell that it is none of those that lack them.
 */
const SIGNS: readonly (readonly [language: string, letters: string])[] = [
  ['tg', 'ҷӣӯ'],
  ['uz', 'ҳ'],
  ['ba', 'ҙҡҫ'],
  ['kk', 'ұқғ'],
  ['tt', 'әҗ'],
  ['ky', 'ң'],
  ['mn', 'өү'],
  ['ug', 'ۈۋۇ'],
  ['ku', 'ڕڵێ'],
  ['sd', 'ڪٿڀڄڃ'],
  ['ps', 'ټډړږښڼځڅېۍ'],
];
const ANY_SIGN = new RegExp(`[${SIGNS.map(([, letters]) => letters).join('')}]`, 'gi');
const SIGNS_CHARS = 2_000;
/** Least share of such letters in a text; names in other languages have some. */
const LEAST_SIGNS = 0.02;
const MIN_SIGNS = 3;

/**
 * The language that letters of a text are a sign of, ISO 639-1; '' if there is none.
 *
 * @param text not in Latin script
 */
export function signedLanguage(text: string): string {
  const signs = text.slice(0, SIGNS_CHARS).match(ANY_SIGN) ?? [];
  if (signs.length < Math.max(MIN_SIGNS, Math.min(text.length, SIGNS_CHARS) * LEAST_SIGNS)) return '';
  const found = new Set(signs.map((sign) => sign.toLowerCase()));
  return languageOfSigns(found);
}

const languageOfSigns = (found: ReadonlySet<string>): string =>
  SIGNS.find(([, letters]) => Array.from(letters).some((letter) => found.has(letter)))?.[0] ?? '';

/** As `signedLanguage` for a few words, of which one with such a letter is enough. */
export const signedLanguageOfWords = (text: string): string =>
  languageOfSigns(new Set(text.toLowerCase().match(ANY_SIGN)));
