import { lookVerdict, type WatchedPage } from './look-verdict.js';
import { MAX_DIFFERENCE_CHARS, textChange } from './text-change.js';

const STRICT = { ignoreNumbers: false };
const LOOSE = { ignoreNumbers: true };
const TEXT = 'Cheese ripens in the cellar. Rennet curdles the milk.\nOpen from 9:30 to 17:00.';

describe('how a text has changed', () => {
  it('shows the sentences that came and went', () => {
    const change = textChange(TEXT, TEXT.replace('the milk', 'fresh milk'), LOOSE);
    expect(change).toEqual({
      difference: [
        '@@ -1,3 +1,3 @@',
        ' Cheese ripens in the cellar.',
        '-Rennet curdles the milk.',
        '+Rennet curdles fresh milk.',
        ' Open from 9:30 to 17:00.',
      ].join('\n'),
      truncated: false,
      linesAdded: 1,
      linesRemoved: 1,
    });
  });

  it('is none where only spaces differ, or numbers that are ignored', () => {
    expect(textChange(TEXT, TEXT.replaceAll(' ', '  \n'), STRICT)).toBeNull();
    expect(textChange(TEXT, TEXT.replace('9:30', '10:15'), LOOSE)).toBeNull();
    expect(textChange(TEXT, TEXT.replace('9:30', '10:15'), STRICT)).toMatchObject({ linesAdded: 1, linesRemoved: 1 });
  });

  it('shows sentences of scripts without spaces', () => {
    const text = '今日は晴れ。「明日は雨！」と言った。これは長い段落です。';
    expect(textChange(text, text.replace('雨', '雪'), STRICT)?.difference).toBe(
      ['@@ -1,3 +1,3 @@', ' 今日は晴れ。', '-「明日は雨！」', '+「明日は雪！」', ' と言った。'].join('\n'),
    );
    const hindi = 'पहला वाक्य। दूसरा वाक्य। तीसरा।';
    expect(textChange(hindi, hindi.replace('दूसरा', 'नया'), STRICT)).toMatchObject({ linesAdded: 1, linesRemoved: 1 });
  });

  it.each([
    ['1 234 views', '999 views'],
    ['1’234.50 Fr.', '99 Fr.'],
    ['Now -5 °C', 'Now 12 °C'],
  ])('ignores numbers however they are written: %s', (before, after) => {
    expect(textChange(before, after, LOOSE)).toBeNull();
    expect(textChange(before, after, STRICT)).not.toBeNull();
  });

  it('shows the difference of lines that are longer than what is shown of them', () => {
    const long = 'ข้อความ '.repeat(100);
    const change = textChange(`a\n${long}เก่า`, `b\n${long}ใหม่`, STRICT);
    const [, , before, , after] = change?.difference.split('\n') ?? [];
    expect(before).toMatch(/^-….{100}เก่า$/u);
    expect(after).toMatch(/^\+….{100}ใหม่$/u);
  });

  it('is bounded for texts that have nothing in common, and says so', () => {
    const long = (word: string): string =>
      Array.from({ length: 5_000 }, (_, i) => `${word} ${String.fromCodePoint(0x4e00 + i)}.`).join(' ');
    const change = textChange(long('old'), long('new'), LOOSE);
    expect(change).toMatchObject({ truncated: true, linesAdded: 5_000, linesRemoved: 5_000 });
    expect(change?.difference.length).toBeLessThanOrEqual(MAX_DIFFERENCE_CHARS);
    const line = textChange('a', '😀'.repeat(400), LOOSE);
    expect(line?.truncated).toBe(true);
    expect(/[\ud800-\udfff]/u.test(line?.difference ?? '')).toBe(false);
  });
});

describe('what a look says', () => {
  const page: WatchedPage = { text: TEXT, gone: false, misses: 0 };
  const failure = (outcome: 'http-error' | 'timeout' | 'robots-denied' | 'overloaded' | 'duplicate', status = 0) => ({
    ...{ outcome, status },
    text: null,
  });
  const kindOf = (known: WatchedPage, look: ReturnType<typeof failure>): string => lookVerdict(known, look, LOOSE).kind;

  it('compares texts', () => {
    const look = (text: string | null) => lookVerdict(page, { outcome: 'page', status: 200, text }, LOOSE).kind;
    expect([look(TEXT), look('Something else.'), look(null)]).toEqual(['unchanged', 'changed', 'unchanged']);
  });

  it('takes a page without its text for changed only after some looks', () => {
    const kinds = [0, 1, 2].map(
      (misses) => lookVerdict({ ...page, misses }, { outcome: 'page', status: 200, text: ' ' }, LOOSE).kind,
    );
    expect(kinds).toEqual(['missed', 'missed', 'changed']);
    expect(lookVerdict({ ...page, text: '' }, { outcome: 'page', status: 200, text: TEXT }, LOOSE).kind).toBe(
      'changed',
    );
  });

  it('takes a page for gone when the server says so, or after some looks that failed', () => {
    expect(kindOf(page, failure('http-error', 404))).toBe('gone');
    expect(kindOf(page, failure('http-error', 410))).toBe('gone');
    expect(kindOf(page, failure('http-error', 403))).toBe('missed');
    expect(kindOf(page, failure('timeout'))).toBe('missed');
    expect(kindOf({ ...page, misses: 2 }, failure('timeout'))).toBe('gone');
    expect(kindOf({ ...page, misses: 2 }, failure('duplicate'))).toBe('gone');
  });

  it('says nothing of a page that was not asked for', () => {
    for (const outcome of ['robots-denied', 'overloaded'] as const)
      expect(kindOf({ ...page, misses: 2 }, failure(outcome))).toBe('unknown');
  });

  it('notices a page that is back', () => {
    const back = lookVerdict({ ...page, gone: true }, { outcome: 'page', status: 200, text: TEXT }, LOOSE);
    expect(back).toEqual({ kind: 'back', change: null });
    expect(kindOf({ ...page, gone: true }, failure('http-error', 404))).toBe('missed');
  });
});
