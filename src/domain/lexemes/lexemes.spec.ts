import { createRng } from '../base/rng.js';
import { stem } from '../text/index.js';
import { hasSearchedWords, lexemesOf, placeOf, SEARCHED_CHARS, searchedWords, searchExpression } from './index.js';

/** The lexemes of a page with their positions. */
function found(title: string, text: string, language = 'en'): Record<string, number[]> {
  const page = lexemesOf(title, text, language);
  const all: Record<string, number[]> = {};
  const counts: [number, number][] = [];
  for (let i = 0; i < page.size; i++) {
    const places: number[] = [];
    for (let mark = page.firstMark(i); mark !== 0; mark = page.markAfter(mark)) places.push(placeOf(mark));
    counts.push([page.count(i), places.length]);
    all[Buffer.from(page.bytes.subarray(page.from(i), page.to(i))).toString()] = places;
  }
  // One expectation for all lexemes: each costs more than a lexeme.
  expect(counts.filter(([count, length]) => count !== length)).toEqual([]);
  return all;
}

describe('the lexemes of a page', () => {
  it('are the stems of its words with their places, title first; words that are not searched have a place', () => {
    expect(found('The Cheeses', 'A cheese of 3 kinds: Cheddar')).toEqual({
      chees: [2, 4],
      '3': [6],
      kind: [7],
      cheddar: [8],
    });
    expect(found('', '')).toEqual({});
    expect(found('the', 'of and')).toEqual({});
  });

  it('are the same with the quotation marks, dashes, signs and spaces of typography as with those of ASCII', () => {
    const plain = found('', 'hello wide world it s Linux end');
    expect(found('', '\u201chello\u201d wide\u2014world it\u2019s Linux\u2122\u00a0end\u2026')).toEqual(plain);
    expect(found('', '\u201chello\u201d wide\u2014world it\u2019s Linux\u2122\u00a0end\u2026 \u00e9')).toEqual({
      ...plain,
      e: [8],
    });
  });

  it('do not depend on case, on the form of letters, and on what is not seen inside of a word', () => {
    expect(found('', 'ÉLAN e\u0301lan élan Sil\u00adben \uff33ilben \ufb01n')).toEqual({
      elan: [1, 2, 3],
      silben: [4, 5],
      fin: [6],
    });
    expect(found('', 'İstanbul istanbul', 'tr')).toMatchObject({ istanbul: [1, 2], 'tr/istanbul': [1, 2] });
    expect(searchExpression('İSTANBUL')).toBe(searchExpression('istanbul'));
  });

  it.each([
    ['Käse', 'kase'],
    ['Straße', 'STRASSE'],
    ['Ærø', 'aero'],
    ['Łódź', 'lodz'],
    ['Hà Nội', 'ha noi'],
    ['ΑΘΉΝΑ', 'αθηνα'],
    ['ёлка', 'елка'],
    ['أَحْمَد', 'احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['װאָרט', 'ווארט'],
    ['फ़ुटबॉल', 'फुटबॉल'],
    ['हिन्दी', 'हिंदी'],
    ['पाँच', 'पांच'],
    ['خانۀ', 'خانه'],
    ['١٢', '12'],
    ['۱۲', '12'],
    ['१२', '12'],
    ['๑๒', '12'],
    ['خانه\u200cی', 'خانه'],
    ['می\u200cپزم', 'میپزم'],
  ])('have no accents, which are often left out: %s', (word, plain) => {
    expect(Object.keys(found('', word))).toEqual(expect.arrayContaining(Object.keys(found('', plain, 'xx'))));
    const [lexemes, asked] = [word, plain].map((one) => searchExpression(one, { texts: new Set(['xx']) }));
    expect(asked?.match(/'[^/]+?'/g)).toEqual(lexemes?.match(/'[^/]+?'/g));
  });

  it('keep marks that make another letter', () => {
    expect(Object.keys(found('', 'мой मधु', 'xx'))).toEqual(['мой', 'मधु', 'ru/мо', 'hi/मध']);
  });

  it.each([
    ['C and C++, C#; g++ and a+b', { 'c++': [3], 'c#': [4], 'g++': [5] }],
    ['C++17, C#7, i+1, page#part, 1+, Gtk+ and +++', { 'c++': [1], 'c#': [3], 'gtk+': [10] }],
    ['.NET (ASP.NET), end.Next ...and .htaccess', { '.net': [1], '.htaccess': [7] }],
    ['AT&T, Q & A, I/O and R&D', { 'at&t': [1], 'q&a': [3], 'i&o': [5] }],
    ['the U.S.A. has to-do lists, not up-to-date or built-in', { 'u&s&a': [2], 'to&do': [6] }],
    ['In IT it is. CONTACT IT NOW AND HERE, OR not', { IT: [2] }],
    ['HR, IT, and IT/OT', { IT: [2, 4] }],
    ['I saw the Who here', { 'the&who': [3] }],
    ['Käse C++ “AT&T” İl IT im', { 'c++': [2], 'at&t': [3], IT: [6] }],
    ['現代のC++と.NET', { 'c++': [4], '.net': [6] }],
  ])('are those of names with signs and of stop words too, beside their words: %s', (text, names) => {
    const lexemes = found('', text);
    const other = Object.entries(lexemes).filter(([lexeme]) => /[^\p{Ll}\p{Lo}\p{M}\p{N}]/u.test(lexeme));
    expect(Object.fromEntries(other)).toEqual(names);
  });

  it('are the pairs of neighbours of scripts without spaces, and the last character of a run', () => {
    expect(found('', '日本語、Linux入門')).toEqual({
      日本: [1],
      本語: [2],
      語: [3],
      linux: [4],
      入門: [5],
      門: [6],
    });
    expect(found('', '한국어 สวัสดี')).toMatchObject({ 한국어: [1], สว: [2] });
  });

  it.each([
    [
      'de',
      'Die Bienen fliegen',
      { die: [1], bienen: [2], fliegen: [3], 'de/die': [1], 'de/bien': [2], 'de/flieg': [3] },
    ],
    ['tr', 'kovanlarda bal', { kovanlarda: [1], bal: [2], 'tr/kovan': [1], 'tr/bal': [2] }],
    ['ru', 'пчёлы, beehive', { пчелы: [1], beehiv: [2], 'ru/пчел': [1] }],
    ['en', 'bees, пчёлы', { bee: [1], пчелы: [2], 'ru/пчел': [2] }],
    ['uk', 'бджоли Києва', { бджоли: [1], києва: [2], 'uk/бджол': [1], 'uk/києв': [2] }],
    ['ar', 'النحل', { النحل: [1], 'ar/نحل': [1] }],
    ['hi', 'मधुमक्खियों', { मधुमक्खियों: [1], 'hi/मधुमक्ख': [1] }],
    ['ko', '꿀벌이', { 꿀벌이: [1], 'ko/꿀벌': [1] }],
    ['tr', 'İSTANBUL İzmir', { istanbul: [1], izmir: [2], 'tr/istanbul': [1], 'tr/izmir': [2] }],
    ['fa', 'كتابهای کتابهای', { كتابهای: [1], کتابهای: [2], 'fa/کتاب': [1, 2] }],
    ['ro', 'ţară țară', { tara: [1, 2], 'ro/ţar': [1, 2] }],
    ['fa', 'کتاب\u200cهایش خانه\u200cها', { کتاب: [1], خانهها: [2], 'fa/کتاب': [1], 'fa/خانه': [2] }],
    ['fa', 'دوچرخه\u200cسواری', { دوچرخه: [1], سواری: [2], 'fa/دوچرخه': [1], 'fa/سواری': [2] }],
    ['tr', 'BALIKLAR', { baliklar: [1], 'tr/balık': [1] }],
    ['ar', 'دراجات', { دراجات: [1], 'ar/دراج': [1] }],
    ['hi', 'नुस्ख़े', { नुस्खे: [1], 'hi/नुस्ख': [1] }],
    ['he', 'הדבורים', { הדבורים: [1], 'he/דבור': [1] }],
    ['zh', '蜜蜂 honey', { 蜜蜂: [1], 蜂: [2], honey: [3] }],
    ['', 'Bienen', { bienen: [1] }],
    ['hr', 'pčele', { pcele: [1] }],
  ])('have stems of %s beside words: %s', (language, text, expected) => {
    expect(found('', text, language)).toEqual(expected);
  });

  it('have stems in other languages in the places of words, however many there are', () => {
    const text = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 'Bienen' : 'Biene')).join(' ');
    const places = found('Imker', text, 'de');
    expect(places['de/bien']).toEqual(Array.from({ length: 255 }, (_, i) => i + 2));
    expect(places['bienen']).toEqual(Array.from({ length: 200 }, (_, i) => 2 * i + 2));
  });

  it('are bounded: by characters of title and text, by places of a lexeme and of the page, by the length of a word', () => {
    expect(Object.keys(found('', `${'x '.repeat(SEARCHED_CHARS / 2)}late`))).toEqual(['x']);
    expect(found('', 'x '.repeat(400))['x']).toEqual(Array.from({ length: 255 }, (_, i) => i + 1));
    expect(found('a'.repeat(SEARCHED_CHARS), 'b')).toEqual({ ['a'.repeat(64)]: [1] });
    const run = found('', '日本'.repeat(SEARCHED_CHARS));
    expect(Object.keys(run)).toEqual(['日本', '本日']);
    const many = Array.from({ length: SEARCHED_CHARS }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    expect(Object.values(found('', many)).flat().at(-1)).toBe(16_383);
    const late = found('', `${'日'.repeat(16_381)} C++ C# .NET`);
    expect([late['c++'], late['c#'], late['.net']]).toEqual([[16_382], [16_383], undefined]);
    expect(Object.keys(found('', `${'z'.repeat(63)}\u{20000}\u{20001}`)).every((word) => !/\p{Cs}/u.test(word))).toBe(
      true,
    );
  });

  it('are those of each page, however many pages with words of their own came before', () => {
    const rng = createRng(5);
    const word = (): string => `w${Math.floor(rng.next() * 1e9).toString(36)}` + (rng.next() < 0.01 ? 'é' : '');
    for (let page = 0; page < 40; page++) {
      const words = Array.from({ length: 2_500 }, word);
      const places = new Map<string, number[]>();
      for (const [i, one] of words.entries()) {
        const stemmed = stem(one.replace('é', 'e'));
        places.set(stemmed, [...(places.get(stemmed) ?? []), i + 1]);
      }
      // As text: jest compares objects of this size slowly.
      const expected = JSON.stringify([...places].sort());
      expect(JSON.stringify(Object.entries(found('', words.join(' '))).sort()) === expected).toBe(true);
    }
  });
});

/** Without the parts for word forms in other languages. */
const english = (expression: string | null): string | undefined =>
  expression?.replace(/\(('[^']+')(?: \| '[a-z]{2}\/[^']+')+\)/g, '$1');

describe('a search', () => {
  it.each([
    ['cheese butter', "'chees' & 'butter'"],
    ['Cheeses or BUTTER', "'chees' | 'butter'"],
    ['a cheese or the', "'chees'"],
    ['"man of war" peace', "('man' <2> 'war') & 'peac'"],
    ['cheese -butter -"sour milk"', "'chees' & !'butter' & !('sour' <-> 'milk')"],
    ['e-mail example.com', "('e' <-> 'mail') & ('exampl' <-> 'com')"],
    ['\u201cit\u2019s\u201d hello', "'hello'"],
    ['“man of war” „sour milk“ -«blue cheese»', "('man' <2> 'war') & ('sour' <-> 'milk') & !('blue' <-> 'chees')"],
    ['"open end', "('open' <-> 'end')"],
    ['or or x or', "'x'"],
    ['日本語 門', "('日本' <-> '本語') & '門':*"],
    ["o'neill \\ _ % ' \"", "('o' <-> 'neill')"],
    ['- -- "" !x & y | (z)', "'x' & 'y' & 'z'"],
  ])('%s is %s, where forms in other languages are left out', (search, expected) => {
    expect(english(searchExpression(search))?.replaceAll('<1>', '<->')).toBe(expected);
  });

  it.each([
    ['пчёлы', "('пчелы' | 'ru/пчел' | 'uk/пчёлы' | 'bg/пчёлы' | 'sr/pčёlы')"],
    ['"النحل 2024"', "(('النحل' | 'ar/نحل' | 'fa/النحل') <1> '2024')"],
    [
      '-הדבורים x',
      "!('הדבורים' | 'he/דבור' | 'he/בדבור' | 'he/לדבור' | 'he/מדבור' | 'he/כדבור' | 'he/שדבור' | 'he/מהדבור' | 'he/שבדבור' | 'he/שלדבור' | 'he/שמדבור') & 'x'",
    ],
    ['ミツバチ', "('ミツ' <1> 'ツバ' <1> 'バチ')"],
  ])('for %s is one for its forms too: %s', (search, expected) => {
    expect(searchExpression(search)).toBe(expected);
  });

  it('for a word in Latin letters is one for its stems in all languages that are written in them', () => {
    expect(searchExpression('Bienen')).toMatch(
      /^\('bienen' \| 'da\/bien' \| (?:'[a-z]{2}\/\p{L}+' \| )+'sr\/\p{L}+'\)$/u,
    );
  });

  it.each([
    ['אופניים', 'באופניים'],
    ['אופניים', 'ולאופניים'],
    ['באופניים', 'אופניים'],
    ['בצק', 'מהבצק'],
    ['כדורגל', 'שכדורגל'],
    ['מתכון', 'מתכונים'],
    ['עוגה', 'עוגות'],
    ['עוגה', 'עוגת'],
    ['עוגות', 'בעוגה'],
  ])('for %s finds the Hebrew form %s', (search, text) => {
    const expression = searchExpression(search, { texts: new Set(['he']) }) ?? '';
    expect(Object.keys(found('', text, 'he')).some((lexeme) => expression.includes(`'${lexeme}'`))).toBe(true);
    expect(Object.keys(found('', 'עכבר', 'he')).some((lexeme) => expression.includes(`'${lexeme}'`))).toBe(false);
  });

  it.each([
    ['Bienen', ['de', 'en'], "('bienen' | 'de/bien')"],
    ['Bienen', ['ru'], "'bienen'"],
    ['пчёлы', [], "('пчелы' | 'ru/пчел')"],
    ['пчёлы', ['uk', 'de'], "('пчелы' | 'ru/пчел' | 'uk/пчёлы')"],
  ])(
    'for %s in pages in %j is one for its stems in these languages, and in the usual one of its script',
    (search, languages, expected) => {
      expect(searchExpression(search, { texts: new Set(languages) })).toBe(expected);
    },
  );

  it.each([
    ['C++ templates', "'c++' & 'templat'"],
    ['"C++ templates" -c#', "('c++' <-> 'templat') & !'c#'"],
    ['C++17', "('c++' <-> '17')"],
    ['NOT .net core', "!'.net' & 'core'"],
    ['asp.net c', "('asp' <-> 'net') & 'c'"],
    ['at&t', "'at&t'"],
    ['"AT&T labs"', "('at&t' <2> 'lab')"],
    [
      'R&D TCP/IP node.js 3.11 covid-19',
      "('r' <-> 'd') & ('tcp' <-> 'ip') & ('node' <-> 'js') & ('3' <-> '11') & ('covid' <-> '19')",
    ],
    ['IT', "'IT'"],
    ['IT security', "'IT' & 'secur'"],
    ['WHAT IS CRAWLING', "'crawl'"],
    ['The Who', "'the&who'"],
    ['"The Who" albums', "'the&who' & 'album'"],
    ['"Lord of The Rings"', "('lord' <3> 'ring')"],
    ['Q & A', "'q&a'"],
    ['AT & T "Q & A"', "'at&t' & 'q&a'"],
    ['R & D goats & cheese', "'r' & 'd' & 'goat' & 'chees'"],
    ['a & goat', "'goat'"],
    ["l'eau", "'eau'"],
    ['"l’eau" o’neill', "('l' <-> 'eau') & ('o' <-> 'neill')"],
  ])('for names: %s is %s', (search, expected) => {
    expect(english(searchExpression(search))?.replaceAll('<1>', '<->')).toBe(expected);
  });

  it.each([
    ['(python OR ruby) AND crawler', "('python' | 'rubi') & 'crawler'"],
    [
      'crawler (python or (ruby "on rails")) -(java or perl)',
      "'crawler' & ('python' | ('rubi' & 'rail')) & !('java' | 'perl')",
    ],
    ['NOT (java) x', "!'java' & 'x'"],
    ['(NOT java x)', "(!'java' & 'x')"],
    ['f(x) (f(y)) z)', "('f' <-> 'x') & ('f' <-> 'y') & 'z'"],
    ['a1 (b1 or c1', "'a1' & ('b1' | 'c1')"],
    [') 1) x ( ) (the) -()', "'1' & 'x'"],
    ['（python OR ruby）crawler', "('python' | 'rubi') & 'crawler'"],
    ['(b1)(c1 or d1)', "'b1' & ('c1' | 'd1')"],
    [`${'('.repeat(400)}x or y`, "('x' | 'y')"],
  ])('with brackets: %s is %s', (search, expected) => {
    expect(english(searchExpression(search))?.replaceAll('<1>', '<->')).toBe(expected);
  });

  it.each([
    ['cryptogr*', "('cryptogr':*)"],
    ['Universit* -"goat mil*"', "('universit':* | 'univers') & !('goat' <-> ('mil':*))"],
    ['happy* nationali*', "('happy':* | 'happi') & ('nationali':* | 'nation')"],
    ['the* Käs*', "('the':*) & ('kas':*)"],
    ['ab* * *goat m*a*s*h **', "'ab' & 'goat' & ('m' <3> 'h')"],
  ])('with a word that * ends: %s is %s', (search, expected) => {
    expect(english(searchExpression(search))?.replaceAll('<1>', '<->')).toBe(expected);
  });

  it('of pages without lexemes of names is one for the words of names', () => {
    const old = (search: string): string | undefined => english(searchExpression(search, { names: false }));
    expect(old('C++ -c#')).toBe("'c' & !'c'");
    expect(old('"AT&T labs"')).toBe("'lab'");
    expect(old('IT')).toBeUndefined();
  });

  it.each(['the', '', ' ', '"of"', '-', '% _', 'the or of', '-the', 'to be or not to be', '(the)'])(
    'for %j finds nothing',
    (search) => {
      expect(searchExpression(search)).toBeNull();
      expect(hasSearchedWords(search)).toBe(false);
    },
  );

  it.each([
    ['cheese NOT goat', 'cheese -goat'],
    ['NOT "goat cheese" milk', '-"goat cheese" milk'],
    ['cheese –goat —(milk −butter)', 'cheese -goat -(milk -butter)'],
    ['goat – milk', 'goat milk'],
    ['goat NOT', 'goat'],
  ])('%s is %s', (search, same) => {
    expect(searchExpression(search)).toBe(searchExpression(same));
    expect(searchedWords(search)).toEqual(searchedWords(same));
  });

  it('for any of its words leaves out what is not wanted', () => {
    expect(english(searchExpression('cheese -butter "sour milk" or cream', { join: 'any' }))).toBe(
      "'chees' | ('sour' <1> 'milk') | 'cream'",
    );
    expect(searchExpression('-butter', { join: 'any' })).toBeNull();
  });

  it('has words that are shown where they stand', () => {
    expect(searchedWords('the Bees or "man of war" -wasp -"sour milk" e-mail 蜜蜂')).toEqual([
      'Bees',
      'man of war',
      'e-mail',
      '蜜蜂',
    ]);
    expect(searchedWords('(c++ or IT) the -(wasp or "sour milk") l\'eau')).toEqual(['c++', 'IT', 'eau']);
    expect(searchedWords('The Who')).toEqual(['The Who']);
    expect(searchedWords('the - "" or')).toEqual([]);
    expect(searchedWords('“sour milk” -„old bees“')).toEqual(['sour milk']);
  });
});
