import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { foldSpace, hammingDistance, isStopWord, letterRuns, rakePhrases, simhash, stem, tokenize } from './index.js';

describe('tokenize', () => {
  it.each<[string, string[]]>([
    ['Hello, World! 42 times', ['hello', 'world', '42', 'times']],
    ["don't", ['don', 't']],
    ['well-known', ['well', 'known']],
    ['Crème brûlée', ['crème', 'brûlée']],
    ['cafe\u0301', ['café']],
    ['ÜBER Straße', ['über', 'straße']],
    ['Привет, мир', ['привет', 'мир']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['東京 2026', ['東京', '2026']],
    ['乳製品の味', ['乳製', '製品', '品の', 'の味']],
    ['茶、2026年', ['茶', '2026', '年']],
    ['น้ำผึ้งหวาน', ['น้ำ', 'ผึ้ง', 'หวาน']],
    ['mp3_player', ['mp3', 'player']],
    ['', []],
    [' \n\t…', []],
  ])('%j', (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });

  it('answers the same for a text and for its runs joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const runs = letterRuns(text);
        expect(letterRuns(runs.join(' '))).toEqual(runs);
        // Words are cut out of the runs.
        const words = tokenize(text);
        expect(runs.filter((run) => !words.some((word) => run.includes(word)))).toEqual([]);
      }),
    );
  });
});

describe('stem', () => {
  // From the Snowball project's sample vocabulary.
  it.each([
    ['consist', 'consist'],
    ['consistency', 'consist'],
    ['consisting', 'consist'],
    ['consolation', 'consol'],
    ['knightly', 'knight'],
    ['knots', 'knot'],
    ['generously', 'generous'],
    ['skies', 'sky'],
    ['dying', 'die'],
    ['news', 'news'],
    ['running', 'run'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['relational', 'relat'],
    ['cheeses', 'chees'],
    ['caresses', 'caress'],
    ['constructor', 'constructor'],
    ['mp3', 'mp3'],
    ['über', 'über'],
    ['at', 'at'],
    ['', ''],
    ['toString', 'toString'],
  ])('%s: %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
    expect(stem(word)).toBe(expected);
  });

  it('takes no time for what is no word', () => {
    expect(cpuMs(() => expect(stem('a'.repeat(1_000_000))).toHaveLength(1_000_000))).toBeLessThan(LINEAR_MS);
  });
});

describe('isStopWord', () => {
  it.each(['the', 'and', 'of', 't', 'isn', 'http'])('%s is one', (word) => expect(isStopWord(word)).toBe(true));
  it.each(['cheese', 'computer', 'toString', ''])('%j is none', (word) => expect(isStopWord(word)).toBe(false));
});

describe('foldSpace', () => {
  it.each([
    ['  a \n\t b\u00a0 c ', 'a b c'],
    ['foot\u00adball', 'football'],
    ['zero\u200bwidth', 'zerowidth'],
    ['\ufeffa', 'a'],
    ['a\0b', 'a b'],
    ['a\u0007\u0008b', 'a b'],
    ['plain', 'plain'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['', ''],
    [' ', ''],
  ])('%j: %j', (text, expected) => {
    expect(foldSpace(text)).toBe(expected);
  });

  it.each([254, 255, 256, 510, 511, 65_025, 65_026, 5_000_000])('makes one blank of %i', (run) => {
    for (const space of [' ', '\n', '\u00a0', '\0'])
      expect(foldSpace(`a${space.repeat(run)}b${space.repeat(run)}`)).toBe('a b');
  });

  it('is idempotent and leaves no white space but single blanks inside', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\0', '\u00a0', '\u00ad', '\u200b', '\ufeff', '\u2028') }),
        (text) => {
          const folded = foldSpace(text);
          expect(foldSpace(folded)).toBe(folded);
          expect(folded).toMatch(/^$|^[^\s\0]+(?: [^\s\0]+)*$/);
        },
      ),
    );
  });
});

describe('RAKE', () => {
  /** The abstract used as an example by the authors (Rose et al. 2010, figures 1.1 to 1.4). */
  const ABSTRACT =
    'Compatibility of systems of linear constraints over the set of natural numbers. Criteria of compatibility of a system of linear Diophantine equations, strict inequations, ' +
    'and nonstrict inequations are considered. Upper bounds for components of a minimal set of solutions and algorithms of construction of minimal generating sets of solutions for ' +
    'all types of systems are given.';

  it('scores phrases as the paper does', () => {
    const phrases = rakePhrases(ABSTRACT);
    expect(phrases[0]).toEqual({ text: 'linear diophantine equations', words: 3, score: 8.5 });
    expect(phrases).toContainEqual({ text: 'compatibility', words: 1, score: 1 });
    expect(phrases.slice(0, 7).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'minimal generating sets',
        'linear constraints',
        'natural numbers',
        'strict inequations',
        'nonstrict inequations',
      ]),
    );
  });

  it('leaves out numbers, stop words and runs that are too long', () => {
    expect(rakePhrases('the 2026 of and')).toEqual([]);
    expect(rakePhrases('alpha beta gamma delta epsilon')).toEqual([]);
    expect(rakePhrases('alpha beta gamma delta epsilon', { maxWords: 5 })).toHaveLength(1);
  });
});

describe('simhash', () => {
  const words = (seed: number, length: number): string[] =>
    Array.from({ length }, (_, i) => `w${(i * 7919 + seed * 104_729) % 10_007}`);
  const text = (seed: number, length: number): string => words(seed, length).join(' ');

  it('differs little for near-equal texts and by half the bits for others', () => {
    const edited = words(1, 400);
    edited[200] = 'changed';
    expect(hammingDistance(simhash(text(1, 400)), simhash(edited.join(' ')))).toBeLessThanOrEqual(6);
    expect(hammingDistance(simhash(text(1, 400)), simhash(text(5_000, 400)))).toBeGreaterThan(16);
  });

  it('sees words, not how they are written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zé0-9]{1,8}$/), { maxLength: 30 }),
        fc.constantFrom(' ', ', ', '\n', ' - ', '... '),
        (list, between) => {
          expect(simhash(`(${list.join(between).toUpperCase().normalize('NFD')})`)).toEqual(simhash(list.join(' ')));
        },
      ),
    );
  });

  it('counts different shingles of three words', () => {
    expect(simhash('')).toEqual({ lo: 0, hi: 0, shingles: 0 });
    expect(simhash(' ... ').shingles).toBe(0);
    expect(simhash('one').shingles).toBe(1);
    expect(simhash('one')).not.toEqual(simhash('two'));
    expect(simhash('a b c d a b c d').shingles).toBe(4);
    expect(simhash(text(2, 500)).shingles).toBe(498);
    // In scripts without spaces each character is a word.
    expect(simhash('委员会昨天决定新桥').shingles).toBe(7);
  });

  it('takes the bits that most shingles have', () => {
    const one = simhash('a b c');
    expect(simhash('a b c a b c')).not.toEqual(one);
    const { lo, hi } = simhash('a b c');
    expect([lo, hi].every((half) => Number.isInteger(half) && half >= 0 && half <= 0xffffffff)).toBe(true);
  });

  it('is a sign of the sum over shingles', () => {
    // Charikar's definition, over the fingerprints of the single shingles.
    const list = words(7, 120);
    const balance = new Array<number>(64).fill(0);
    for (let i = 0; i + 3 <= list.length; i++) {
      const { lo, hi } = simhash(list.slice(i, i + 3).join(' '));
      for (let bit = 0; bit < 64; bit++)
        balance[bit] += ((bit < 32 ? lo >>> bit : hi >>> (bit - 32)) & 1) === 1 ? 1 : -1;
    }
    const { lo, hi } = simhash(list.join(' '));
    expect(balance.map((sum) => sum > 0)).toEqual(
      balance.map((_, bit) => ((bit < 32 ? lo >>> bit : hi >>> (bit - 32)) & 1) === 1),
    );
  });

  it('counts differing bits', () => {
    expect(hammingDistance({ lo: 0, hi: 0xffffffff }, { lo: 1, hi: 0 })).toBe(33);
  });
});
