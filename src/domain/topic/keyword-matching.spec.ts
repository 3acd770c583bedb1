import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { createKeywordMatching } from './keyword-matching.js';
import type { Keyword } from './keyword-set.js';

const keyword = (text: string): Keyword => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});
const matching = createKeywordMatching(['recipe', 'ice cream', 'e-mail', 'cook', '+++'].map(keyword));

describe('keyword matching', () => {
  it.each([
    ['蜂蜜', '新しい蜂蜜の味', '新しい味'],
    ['茶', '绿茶和红茶', '足球比赛'],
    ['ผึ้ง', 'คนเลี้ยงผึ้งย้ายรัง', 'การแข่งขันฟุตบอล'],
    ['пчела', 'Две пчелы на цветке', 'Новая линия метро'],
    ['꿀벌', '꿀벌은 꽃을 찾는다', '축구 경기'],
    ['عسل', 'أنواع العسل الجبلي', 'مباراة كرة القدم'],
  ])('%s stands in %s, not in %s', (text, inside, outside) => {
    const { keywordIn, phraseIn } = createKeywordMatching([keyword(text)]);
    expect([keywordIn(inside), keywordIn(outside), phraseIn(inside)]).toEqual([true, false, false]);
  });

  it.each([
    ['de', 'Apfelbaum', 'unter den Apfelbäumen', 'ein Birnbaum'],
    ['fr', 'journal', 'les journaux du matin', 'une journée'],
    ['es', 'receta fácil', 'recetas fáciles para todos', 'recetario'],
    ['en', 'recipe', 'easy recipes', 'reception'],
  ])('reads words as the topic does: %s, %s', (language, text, inside, outside) => {
    const found = createKeywordMatching([keyword(text)], language);
    expect([inside, outside].map((one) => found.countIn(one).distinct)).toEqual([1, 0]);
    expect(found.inUrl(`http://a.example/${encodeURIComponent(inside).replaceAll('%20', '-')}`)).toBe(true);
  });

  it.each([
    ['Recipes of the day', true, false],
    ['RECIPE', true, false],
    ['home-cooked', true, false],
    ['cookery', false, false],
    ['ice creams', false, true],
    ['ice, cream', false, true],
    ['ice cold cream', false, false],
    ['write an e-mail', true, false],
    ['e for mail', false, false],
    ['', false, false],
    ['+++', false, false],
  ])('%j: keyword %s, phrase %s', (text, inKeyword, inPhrase) => {
    expect([matching.keywordIn(text), matching.phraseIn(text)]).toEqual([inKeyword, inPhrase]);
  });

  it.each([
    ['http://a.example/Recipes/1.html', true],
    ['http://a.example/ice-cream/', true],
    ['http://a.example/ice/cream.html?x=1', true],
    ['http://bestrecipe.example/', true],
    ['http://a.example/?q=cooking', true],
    ['http://a.example/precipice', false],
    ['http://a.recipe/', false],
  ])('%s: %s', (url, expected) => {
    expect(matching.inUrl(url)).toBe(expected);
  });

  it('counts places and different terms', () => {
    expect(matching.countIn('Recipe: cook the ice cream. Recipes!')).toEqual({
      words: 6,
      keywords: 3,
      phrases: 1,
      distinct: 3,
    });
  });

  it('finds a phrase wherever it is put', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 5 }),
        fc.array(word),
        fc.array(word),
        (phrase, before, after) => {
          const one = createKeywordMatching([keyword(phrase.join(' '))]);
          return one.phraseIn([...before, ...phrase, ...after].join(' '));
        },
      ),
    );
  });

  it('takes time linear in a text that repeats the beginning of a phrase', () => {
    const long = createKeywordMatching([keyword(new Array(50).fill('a').join(' ')), keyword('a')]);
    // Some 100 ms; quadratic time would be minutes.
    expect(cpuMs(() => expect(long.countIn('a '.repeat(100_000)).keywords).toBe(100_000))).toBeLessThan(LINEAR_MS);
  });
});
