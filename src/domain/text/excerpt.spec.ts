import { excerptOf } from './excerpt.js';
import { placeToEnd } from './cut-text.js';
import { WordFinder } from './word-finder.js';

/** The excerpt with its marked words in brackets. */
function shown(text: string, words: string[], language = '', most = 1_000, accents = true): string {
  const excerpt = excerptOf(text, new WordFinder(words, language, accents), language, most);
  let marked = '';
  let at = 0;
  for (let i = 0; i < excerpt.marks.length; i += 2) {
    const [from, to] = [excerpt.marks[i], excerpt.marks[i + 1]];
    marked += `${excerpt.text.slice(at, from)}[${excerpt.text.slice(from, to)}]`;
    at = to;
  }
  expect(excerpt.text.length).toBeLessThanOrEqual(most);
  return marked + excerpt.text.slice(at);
}

describe('words in an excerpt', () => {
  it.each([
    ['en', 'honey bee', 'Bees, honey  bees and a beehive.', 'Bees, [honey  bees] and a beehive.'],
    ['en', 'cheeses', 'Cheese is made of milk; cheesecake is not.', '[Cheese] is made of milk; cheesecake is not.'],
    ['de', 'Bienen', 'Die Biene und die Bienenkönigin.', 'Die [Biene] und die Bienenkönigin.'],
    ['fi', 'mehiläinen', 'Lentää, mehiläisen siipi.', 'Lentää, [mehiläisen] siipi.'],
    ['tr', 'istanbul', 'İstanbul’da bal var', '[İstanbul]’da bal var'],
    ['fa', 'کتابها', 'كتاب خوب', '[كتاب] خوب'],
    ['tr', 'kovan', 'Kovanlarda bal var', '[Kovanlarda] bal var'],
    ['ru', 'дикие пчёлы', 'О диких пчёлах и о диких зверях.', 'О [диких пчёлах] и о диких зверях.'],
    ['ar', 'النحلة', 'يعيش النحل في الخلايا، والنحلة هنا', 'يعيش [النحل] في الخلايا، [والنحلة] هنا'],
    ['he', 'דבורה', 'הדבורה עפה', '[הדבורה] עפה'],
    ['hi', 'मधुमक्खी', 'मधुमक्खियों का शहद', '[मधुमक्खियों] का शहद'],
    ['ko', '꿀벌', '꿀벌은 꽃에서 꿀을 모은다.', '[꿀벌은] 꽃에서 꿀을 모은다.'],
    ['zh', '蜜蜂', '野生蜜蜂在花园里。', '野生[蜜蜂]在花园里。'],
    ['zh', 'Linux入门', '一本Linux入门书', '一本[Linux入门]书'],
    ['ja', 'ミツバチ', '庭のミツバチは蜜を', '庭の[ミツバチ]は蜜を'],
    ['he', 'אופניים', 'רוכבים באופניים ועל האופניים', 'רוכבים [באופניים] ועל [האופניים]'],
    ['tr', 'ışık', 'IŞIK ve IŞIKLAR', '[IŞIK] ve [IŞIKLAR]'],
    ['fa', 'دوچرخه', 'دوچرخه\u200cسواری با دوچرخه\u200cام', '[دوچرخه]\u200cسواری با [دوچرخه]\u200cام'],
    ['fa', 'دوچرخه\u200cسواری', 'کلاس دوچرخه سواری', 'کلاس [دوچرخه سواری]'],
    ['hi', 'हिंदी', 'हिन्दी भाषा', '[हिन्दी] भाषा'],
    ['ar', '2024', 'كأس ٢٠٢٤ للكرة', 'كأس [٢٠٢٤] للكرة'],
    ['th', 'ผึ้ง', 'การเลี้ยงผึ้งในสวน', 'การเลี้ยง[ผึ้ง]ในสวน'],
  ])('of %s are marked in whatever form they stand there: %s', (language, word, text, expected) => {
    expect(shown(text, [word], language)).toBe(expected);
  });

  it('marks words of a search with other accents, but not those of a model', () => {
    const marked = (accents: boolean): number[] =>
      excerptOf('Im Café, cafe', new WordFinder(['cafe'], '', accents), 'de', 100).marks;
    expect(marked(false)).toEqual([3, 7, 9, 13]);
    expect(marked(true)).toEqual([9, 13]);
  });

  it('marks forms of a word whose stem depends on its accents', () => {
    expect(shown('Taze ekmeği ye', ['ekmek'], 'tr', 100, false)).toBe('Taze [ekmeği] ye');
  });

  it.each([
    [['C++'], 'C, C++, c# and (c++)', 'C, [C++], c# and ([c++])'],
    [['c'], 'C, C++', '[C], [C]++'],
    [['C++ templates'], 'C templates, C++ template', 'C templates, [C++ template]'],
    [['.net'], 'net, .NET, ASP.NET', 'net, [.NET], ASP.NET'],
    [['AT&T', 'IT'], 'it is at AT&T in the IT “AT&T” team', 'it is at [AT&T] in the [IT] “[AT&T]” team'],
    [['the Who'], 'the one who heard the Who', 'the one who heard [the Who]'],
    [['state of the art'], 'State of The Art', '[State of The Art]'],
    [['R&D'], 'R & D or R&D', '[R & D] or [R&D]'],
    [['Käse+'], 'käse, KÄSE+', 'käse, [KÄSE+]'],
  ])('of a search for %j are marked with their signs: %s', (words, text, expected) => {
    expect(shown(text, words, 'en', 1_000, false)).toBe(expected);
  });

  it('are marked in the languages of their topic and of the page', () => {
    const { marks } = excerptOf('Der Imker hat Bienen.', new WordFinder(['Biene'], 'en'), 'de', 100);
    expect(marks).toEqual([14, 20]);
  });

  it('are marked where a longer word begins or ends with them if none stands there', () => {
    expect(shown('Die Bienenkönigin und die Wildbiene.', ['Biene'], 'de')).toBe(
      'Die [Bienenkönigin] und die [Wildbiene].',
    );
  });

  it('are no patterns, and may have soft hyphens and joiners in them', () => {
    expect(shown('c++ (c) cat', ['.*', 'c++'])).toBe('[c]++ ([c]) cat');
    expect(shown('Sil\u00adben', ['Silben'], 'de')).toBe('[Sil\u00adben]');
  });

  it.each([[[]], [['']], [['...']]])('are none where none are looked for: %j', (words) => {
    expect(shown('a b ...', words)).toBe('a b ...');
    expect(shown('', words)).toBe('');
  });
});

describe('an excerpt', () => {
  const FILLERS = {
    en: 'Nothing is said about them in this sentence of the page. ',
    de: 'In diesem Satz der Seite steht gar nichts davon. ',
    ru: 'В этом предложении страницы ничего об этом нет. ',
    ar: 'لا شيء يقال عن ذلك في هذه الجملة من الصفحة. ',
    hi: 'पृष्ठ के इस वाक्य में उसके बारे में कुछ नहीं कहा गया है। ',
    zh: '本页的这一句话里没有提到任何相关的内容。',
    ja: 'このページのこの文にはそれについて何も書かれていません。',
    th: 'ในประโยคนี้ของหน้าไม่มีอะไรเกี่ยวกับเรื่องนั้นเลย ',
  };

  it.each([
    ['en', 'bees', 'Bees fly to the flowers of the garden.', '[Bees] fly'],
    ['de', 'Biene', 'Viele Bienen fliegen zu den Blüten.', 'Viele [Bienen] fliegen'],
    ['ru', 'пчела', 'Рабочие пчёлы летят к цветам.', 'Рабочие [пчёлы] летят'],
    ['ar', 'نحلة', 'تطير النحلة إلى زهور الحديقة.', 'تطير [النحلة] إلى'],
    ['hi', 'मधुमक्खी', 'बगीचे में मधुमक्खियाँ उड़ती हैं।', 'बगीचे में [मधुमक्खियाँ] उड़ती'],
    ['zh', '蜜蜂', '野生蜜蜂飞向花园里的花。', '野生[蜜蜂]飞向'],
    ['ja', 'ミツバチ', '野生のミツバチが庭の花へ飛びます。', '野生の[ミツバチ]が'],
    ['th', 'ผึ้ง', 'ฝูงผึ้งบินไปที่ดอกไม้ในสวน', 'ฝูง[ผึ้ง]บิน'],
  ] as const)(
    'in %s is of the part where the words stand, from the beginning of the sentence on',
    (language, word, sentence, expected) => {
      const filler = FILLERS[language];
      const excerpt = shown(filler.repeat(30) + sentence + filler.repeat(30), [word], language, 300);
      // Thai has no sentence marks.
      expect(excerpt.slice(0, 90)).toContain(expected);
      if (language !== 'th') expect(excerpt.slice(1, 1 + expected.length)).toBe(expected);
      expect([excerpt.at(0), excerpt.at(-1)]).toEqual(['…', '…']);
    },
  );

  it('is the beginning where the words stand there as well, and where they stand nowhere', () => {
    const text = `Nothing yet. ${'More of that. '.repeat(8)}Here are bees. ${'Then it goes on. '.repeat(40)}`;
    expect(shown(text, ['bee'], 'en', 300)).toMatch(/^Nothing yet\. .* \[bees\]\. .*…$/);
    expect(shown(text, ['wasp'], 'en', 300)).toMatch(/^Nothing yet\. [^[]*on\. Then…$/);
    expect(shown('short', ['wasp'])).toBe('short');
  });

  it('is of the part with the most different words', () => {
    const gap = 'x '.repeat(400);
    const text = `${gap} bee bee bee ${gap} bee and honey ${gap} honey honey ${gap}`;
    expect(shown(text, ['bee', 'honey'], 'en', 200)).toContain('[bee] and [honey]');
  });

  it('of an excerpt is the same', () => {
    const text = `${'Nichts davon. '.repeat(60)}Die Bienen fliegen. ${'Und weiter. '.repeat(60)}`;
    const finder = new WordFinder(['Biene'], 'de');
    const excerpt = excerptOf(text, finder, 'de', 300);
    expect(excerptOf(excerpt.text, finder, 'de', 300)).toEqual(excerpt);
  });

  it('is found in bounded time in a text of words that are looked for', () => {
    const finder = new WordFinder(['蜜', 'a', ...Array.from({ length: 2_000 }, (_, i) => `蜜${i}蜂`)]);
    expect(excerptOf('a '.repeat(10_000), finder, '', 300).marks).toHaveLength(298);
    expect(excerptOf('蜜'.repeat(20_000), finder, '', 300).marks.length).toBeGreaterThan(590);
  });
});

describe('a text', () => {
  const cut = (text: string, at: number): string => text.slice(0, placeToEnd(text, at));

  it.each([
    ['at a space', 'one two three', 9, 'one two '],
    ['anywhere where there is none', 'onetwothree', 5, 'onetw'],
    ['not at a space far back', `短 ${'花园'.repeat(300)}`, 402, `短 ${'花园'.repeat(200)}`],
    ['within no pair of surrogates', '𠀀'.repeat(100), 151, '𠀀'.repeat(75)],
    ['within no letter with marks', 'กขคง ที่', 7, 'กขคง '],
    ['within no word of Thai', 'ผึ้งบินไปที่ดอกไม้ในสวน', 15, 'ผึ้งบินไปที่'],
    ['within no word of Chinese', '我们在花园里看见蜜蜂', 4, '我们在'],
    ['within no syllable of Hindi', 'मधुमक्खियाँ', 5, 'मधुम'],
    ['within no emoji', `${'a'.repeat(5)}👩‍🌾b`, 7, 'aaaaa'],
  ])('is cut %s', (_, text, at, expected) => {
    expect(cut(text, at)).toBe(expected);
  });
});
