import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { shownLabel } from './shown-label.js';

it.each(['Bücher', 'пчеловодство', '日本語', 'mañana-x', 'δοκιμή', 'ไทย', 'שלום', '\u{1f9c0}-x'])(
  'shows %s',
  (name) => {
    const [label = ''] = new URL(`http://${name}.example/`).hostname.split('.');
    expect(label).toMatch(/^xn--/);
    expect(shownLabel(label)).toBe(name.toLowerCase());
  },
);

it('leaves other labels as they are, and shows none that cannot be read', () => {
  expect(['www', 'a--b', 'xn-a'].map(shownLabel)).toEqual(['www', 'a--b', 'xn-a']);
  expect(['xn--!', 'xn--a-99999999999', 'xn--é'].map(shownLabel)).toEqual(['', '', '']);
});

it('shows what Node shows', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.integer({ min: 0x3b1, max: 0x4ff }).map((code) => String.fromCodePoint(code)),
        minLength: 1,
        maxLength: 12,
      }),
      (name) => {
        if (!URL.canParse(`http://${name}.example/`)) return;
        const { hostname } = new URL(`http://${name}.example/`);
        const shown = domainToUnicode(hostname);
        if (shown !== '') expect(`${shownLabel(hostname.split('.')[0] ?? '')}.example`).toBe(shown);
      },
    ),
  );
});
