import * as fc from 'fast-check';
import { parsePage } from '../../../../domain/page/index.js';
import { piecesOf } from './crawl-log.ranges.js';
import { runsOf } from '../../../../../test/support/thoroughness.js';

/** Equivalent to the SQL function `main_text_of`. */
const joined = (whole: string, ranges: readonly number[]): string =>
  Array.from({ length: ranges.length / 2 }, (_, i) =>
    whole.slice(ranges[2 * i] - 1, ranges[2 * i] - 1 + ranges[2 * i + 1]),
  ).join(' ');

describe('piecesOf', () => {
  it('gives pieces that make the text again, or none', () => {
    const words = fc
      .array(fc.constantFrom('a', 'the', 'there', 'cheese', 'é', 'other', 'ca', ' ', '𝄞'), { maxLength: 30 })
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, (part, whole) => {
        const ranges = piecesOf(part, whole);
        if (ranges !== null) expect(joined(whole, ranges)).toBe(part);
      }),
      runsOf(2_000),
    );
  });

  it('finds pieces in order', () => {
    const block = fc.array(fc.lorem({ maxCount: 12 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(block, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (blocks, kept) => {
        const part = blocks.filter((_, i) => kept[i]).join(' ');
        const ranges = piecesOf(part, blocks.join(' '));
        if (part === '') expect(ranges).toBeNull();
        else expect(joined(blocks.join(' '), ranges ?? [])).toBe(part);
      }),
    );
  });

  it('says the main text of a page in a few pieces', () => {
    const paragraph = (n: number) =>
      `<p>${`Paragraph ${n} tells how cheese is made of milk and rennet in the mountains. `.repeat(3)}</p>`;
    const html = `<title>x</title><nav><a href="/a">Home</a> <a href="/b">Cheese</a></nav><h1>Cheese</h1>${paragraph(1)}<aside>Other things</aside>${paragraph(2)}<footer>End</footer>`;
    const { text, mainText } = parsePage(html, 'http://example.com/');
    const ranges = piecesOf(mainText, text) ?? [];
    expect(joined(text, ranges)).toBe(mainText);
    expect(ranges.length).toBeLessThan(10);
    expect(mainText).not.toContain('Other things');
  });

  it('leaves characters outside the basic plane, missing words and empty texts alone', () => {
    expect(piecesOf('𝄞 music', 'the 𝄞 music')).toBeNull();
    expect(piecesOf('milk', 'cheese')).toBeNull();
    expect(piecesOf('', 'cheese')).toBeNull();
    expect(piecesOf('b a', 'a b')).toBeNull();
  });
});
