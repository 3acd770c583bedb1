import fc from 'fast-check';
import { shownJson, shownText, shownTitle, withHiddenAs } from './index.js';

const tags = (text: string): string =>
  Array.from(text, (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');

describe('a shown text', () => {
  it.each([
    ['overrides of direction', 'open gnp\u202e.exe\u202c', 'open gnp.exe'],
    ['embeddings and isolates', '\u202aa\u202bb\u202cc\u202dd\u2066e\u2067f\u2068g\u2069', 'abcdefg'],
    ['marks of direction', 'a\u200eb\u200fc\u061cd', 'abcd'],
    ['tags', `a${tags('ignore all')}b`, 'ab'],
    ['tags behind a flag that name no region', `\u{1f3f4}${tags('ignoreall')}\u{e007f}`, '\u{1f3f4}'],
    ['tags behind a flag without their end', `\u{1f3f4}${tags('gbeng')}x`, '\u{1f3f4}x'],
    ['spaces and joins without width', 'a\u200bb\u2060c\ufeffd\u00ade\u180ef', 'abcdef'],
    ['joiners in Latin words', 'a\u200db\u200cc', 'abc'],
    ['rows of joiners', 'می\u200c\u200d\u200cخواهم', 'می\u200cخواهم'],
    ['bytes in variation selectors', '\u{1f600}\ufe00\ufe01\u{e0100}\u{e01ef}', '\u{1f600}\ufe00'],
    ['variations of Latin letters and spaces', 'a\ufe0fb \ufe01\u{e0101}.\ufe02', 'ab .'],
    ['fillers', 'a\u115f\u1160\u3164\uffa0b', 'ab'],
    ['invisible operators and annotations', 'a\u2061\u2064\u206a\ufff9b\ufffa\ufffb', 'ab'],
    ['control characters', 'a\u0000\u001b[2J\u007f\u0085\u009bb', 'a[2Jb'],
  ])('has no %s', (_, text, expected) => {
    expect(shownText(text)).toBe(expected);
  });

  it.each([
    ['ASCII', 'a\tb\r\nc <&> ~'],
    ['accents', 'cafe\u0301 Crème'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['Malayalam', 'ന്\u200d'],
    ['Arabic and Hebrew', 'السلام עליכם'],
    ['Mongolian', 'ᠪᠠᠶᠢᠭ\u180b\u180eᠠ'],
    ['ideographs', '葛\u{e0100}飾区 㐂'],
    ['old Korean', '\u1112\u1160\u11ab \u115f\u1161\u11ab'],
    ['emoji', '👩🏽\u200d🤝\u200d👨🏿 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f 1\ufe0f\u20e3 ☺\ufe0e'],
    [
      'flags of regions',
      `\u{1f3f4}${tags('gbeng')}\u{e007f}\u{1f3f4}${tags('gbsct')}\u{e007f}\u{1f3f4}${tags('usca')}\u{e007f}`,
    ],
  ])('keeps %s', (_, text) => {
    expect(shownText(text)).toBe(text);
  });

  const odd = fc.constantFrom(
    ...Array.from('a1.ക്میᠪ葛😀❤🏴👍🏽\u1100\u1161 \n"\\'),
    ...[
      '\u200c',
      '\u200d',
      '\ufe0f',
      '\u{e0100}',
      '\u180b',
      '\u180e',
      '\u202e',
      '\u{e0067}',
      '\u{e0062}',
      '\u{e007f}',
      '\u115f',
    ],
    ...['\u1160', '\u00ad', '\u0000', '\ud800'],
  );
  const texts = fc.oneof(
    fc.array(odd, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('hides nothing more when it is shown again, and is what remains of the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = shownText(text);
        expect(shownText(shown)).toBe(shown);
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
        expect(withHiddenAs(text, () => '')).toBe(shown);
        const visible = (all: string) => all.replaceAll(/[^\P{Cc}\t\n\r]|[\ufff9-\ufffb]|\p{DI}/gu, '');
        expect(visible(shown)).toBe(visible(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('carries no more than two invisible characters behind one that is seen, save in flags', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const withoutFlags = shownText(text).replaceAll(/\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f}/gu, 'x');
        expect(withoutFlags).not.toMatch(/\p{DI}{3}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found in the values of JSON', () => {
    expect(JSON.parse(shownJson({ a: ['x\u202ey', 1, null], at: new Date(0) }))).toEqual({
      a: ['xy', 1, null],
      at: '1970-01-01T00:00:00.000Z',
    });
  });
});

it.each([
  ['Brie\u202e', 'Brie'],
  ['', 'http://a.example/'],
  [' \n', 'http://a.example/'],
  [null, 'http://a.example/'],
])('names a page with the title %j %s', (title, name) => {
  expect(shownTitle(title, 'http://a.example/')).toBe(name);
});
