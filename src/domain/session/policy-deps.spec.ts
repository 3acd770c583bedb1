import { rememberTexts } from './policy-deps.js';

describe('rememberTexts', () => {
  const scoreOf = (text: string): number => (text.length * 31 + text.charCodeAt(0)) / 1_000;

  it('answers like the judge, whatever it has forgotten', () => {
    const remembered = rememberTexts(scoreOf);
    // More than it has places.
    const texts = Array.from({ length: 200_000 }, (_, i) => `${String.fromCharCode(65 + (i % 26))} link ${i}`);
    for (const text of [...texts, ...texts]) if (remembered(text) !== scoreOf(text)) throw new Error(text);
  });

  it('asks once for a text that comes again', () => {
    const asked: string[] = [];
    const remembered = rememberTexts((text) => asked.push(text));
    expect(['Contact', 'Über uns', 'Contact', '', 'Über uns', ''].map(remembered)).toEqual([1, 2, 1, 3, 2, 3]);
    expect(asked).toEqual(['Contact', 'Über uns', '']);
  });
});
