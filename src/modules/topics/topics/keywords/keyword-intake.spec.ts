import type { Keyword } from '../../../../domain/topic/index.js';
import { keywordsFromUser, MAX_KEYWORDS, sameKeywords } from './keyword-intake.js';

const user = (text: string, kind: Keyword['kind'] = 'keyword'): Keyword => ({
  text,
  kind,
  origin: 'user',
  similarity: 1,
});

describe('keywordsFromUser', () => {
  it('folds case and white space, and tells phrases by their number of words', () => {
    expect(keywordsFromUser(['  Soccer ', 'World\n  CUP', 'covid-19'], [])).toEqual([
      user('soccer'),
      user('world cup', 'phrase'),
      user('covid-19', 'phrase'),
    ]);
  });

  it('takes a word of a script without spaces for one word', () => {
    expect(keywordsFromUser(['羊奶酪', '山羊 奶酪'], []).map(({ kind }) => kind)).toEqual(['keyword', 'phrase']);
  });

  it('keeps the first of equal texts', () => {
    expect(keywordsFromUser(['Goal', 'goal', 'GOAL '], [])).toEqual([user('goal')]);
  });

  it('treats composed and decomposed letters as one', () => {
    expect(keywordsFromUser(['caf\u00e9', 'cafe\u0301'], [])).toEqual([user('caf\u00e9')]);
  });

  it('keeps origin and similarity of what the current set holds', () => {
    const expanded: Keyword = { text: 'football', kind: 'keyword', origin: 'expanded', similarity: 0.87 };
    expect(keywordsFromUser(['football', 'goal'], [expanded, user('pitch')])).toEqual([expanded, user('goal')]);
  });

  it.each([
    [['ok', '  '], 'keywords[1]'],
    [['--'], 'keywords[0]'],
    [['x'.repeat(101)], 'keywords[0]'],
    [['a b c d e f g h i'], 'keywords[0]'],
    [Array.from({ length: MAX_KEYWORDS + 1 }, (_, i) => `k${i}`), 'keywords'],
  ])('refuses %j, naming the field', (texts, field) => {
    expect(() => keywordsFromUser(texts, [])).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', field }));
  });
});

describe('sameKeywords', () => {
  it('ignores the order and nothing else', () => {
    expect(sameKeywords([user('a'), user('b')], [user('b'), user('a')])).toBe(true);
    expect(sameKeywords([user('a')], [user('a'), user('b')])).toBe(false);
    expect(sameKeywords([user('a')], [{ ...user('a'), similarity: 0.5 }])).toBe(false);
    expect(sameKeywords([user('a')], [user('b')])).toBe(false);
  });
});
