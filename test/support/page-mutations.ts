import fc from 'fast-check';
import { parsePage } from '../../src/domain/page/index.js';
import { expectWithinBounds } from './page-giants.js';
import { SAMPLE_PAGES } from './sample-pages.js';

const URL_ = 'https://curdnerd.example/2024/03/making-ricotta/';

/** Defines the tests of sample pages with parts cut, copied and inserted. */
export const describeMutations = (runs: number): void =>
  describe('mutated pages', () => {
    const names = Object.keys(SAMPLE_PAGES);
    const fragment = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '</',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&#',
        '&#x110000;',
        '\0',
        '\ufeff',
        '<script>',
        '</script>',
        '<title>',
        '<base href=//',
        '<svg>',
        '</svg>',
        '<table>',
        '<template>',
        '</p>',
        '<plaintext>',
        '<select>',
        '<a href=',
        '<meta name=robots content="',
        '<link rel=alternate type=application/rss+xml href=',
        '\ud800',
        '\udc00',
        '%',
        '<h1>',
        '</td>',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const mutation = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.oneof(fc.nat(3), fc.nat(200)),
      copy: fc.nat(400),
      insert: fragment,
    });

    it('are read within bounds, whatever is cut, copied and inserted', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...names),
          fc.array(mutation, { minLength: 1, maxLength: 12 }),
          (name, mutations) => {
            let html = SAMPLE_PAGES[name] ?? '';
            for (const { at, cut, copy, insert } of mutations) {
              const place = Math.floor(at * html.length);
              html =
                html.slice(0, place) + insert + html.slice(Math.max(0, place - copy), place) + html.slice(place + cut);
            }
            expectWithinBounds(parsePage(html, URL_), URL_);
          },
        ),
        { numRuns: runs },
      );
    });

    it('are read within narrow limits', () => {
      const small = fc.nat(30);
      const limits = fc.record({
        maxTextChars: small,
        maxLinks: small,
        maxAnchorChars: small,
        maxContextChars: small,
        maxHeadings: small,
      });
      fc.assert(
        fc.property(fc.constantFrom(...names), limits, (name, given) => {
          expectWithinBounds(parsePage(SAMPLE_PAGES[name] ?? '', URL_, given), URL_, given);
        }),
        { numRuns: runs / 4 },
      );
    });
  });
