import { cpuMs, LINEAR_MS } from '../../../../test/support/cpu-time.js';
import { createRng } from '../../../domain/base/rng.js';
import { LINK_PLACES, type PageLink, parsePage } from '../../../domain/page/index.js';
import { packLinks, unpackLinks } from './index.js';
import { MAX_TEXT_CHARS } from './stored-text.js';

type Link = Omit<PageLink, 'url' | 'tagPath'>;
const link = (position: number, own: Partial<Link> = {}): Link => ({
  ...{ anchor: '', before: '', after: '', heading: '', place: 'main', nofollow: false, position },
  ...own,
});
const pack = (links: readonly Link[]) =>
  packLinks(links.map((one, i) => ({ urlNo: 7 * i, tagPathNo: i % 3, link: { url: '', tagPath: '', ...one } })));
const numbered = (links: readonly Link[]) => links.map((one, i) => ({ ...one, urlNo: 7 * i, tagPathNo: i % 3 }));

/** Both ways of reading the texts. */
function unpacked(links: readonly Link[]) {
  const packed = pack(links);
  const ofBytes = unpackLinks(packed);
  expect(unpackLinks({ ...packed, texts: Buffer.from(packed.texts).toString() })).toEqual(ofBytes);
  return ofBytes;
}

/** A text after storing and reading it. */
const stored = (text: string): string => Buffer.from(text.replaceAll('\0', '\ufffd')).toString();

it('gives back what was packed', () => {
  const links = [
    link(0, { before: 'see', anchor: 'the rules', after: 'of the game', heading: 'Rules', place: 'navigation' }),
    link(1, { before: 'see the rules', anchor: 'of', after: 'the game', heading: 'Rules', nofollow: true }),
    link(2),
    link(3, { anchor: 'ß — 𝄞', after: '日本語', place: 'search' }),
    link(4, { before: 'alone' }),
    link(5, { after: 'alone', heading: 'Other' }),
    link(6, { before: '(', anchor: 'x', after: ')' }),
  ];
  expect(unpacked(links)).toEqual(numbered(links));
  expect(pack(links).positions).toBeNull();
  expect(pack(links).headings).toEqual(['Rules', '', 'Other']);
  expect(unpacked([])).toEqual([]);
});

it('keeps positions that are not those of the list', () => {
  const links = [link(3, { anchor: 'a' }), link(4, { anchor: 'b' }), link(90, { anchor: 'c' })];
  expect(pack(links).positions).toEqual([3, 4, 90]);
  expect(unpacked(links)).toEqual(numbered(links));
});

it('stores NUL and halves of characters as a database does', () => {
  const odd = ['a\0b', '\ud834', 'x\udd1e', '\udd1e\ud834', '\0'];
  const links = odd.flatMap((one, i) => [
    link(4 * i, { anchor: one, before: 'x'.repeat(20) }),
    link(4 * i + 1, { before: `${'x'.repeat(20)} ${one}`, anchor: one }),
    link(4 * i + 2, { after: one, heading: one }),
    link(4 * i + 3, { before: one, after: `${one}${one}` }),
  ]);
  expect(unpacked(links)).toEqual(
    numbered(
      links.map((one) => ({
        ...one,
        anchor: stored(one.anchor),
        before: stored(one.before),
        after: stored(one.after),
        heading: stored(one.heading),
      })),
    ),
  );
});

it('cuts what no page has', () => {
  const [one] = unpacked([link(0, { after: '€'.repeat(40_000) })]);
  expect(one.after).toBe('€'.repeat(MAX_TEXT_CHARS));
});

it('gives back any links', () => {
  const rng = createRng(5);
  const ALPHABETS = ['ab', 'ab ', 'a é', 'x 𝄞日ß', '\ud834\udd1e a', 'hello world and more of it '];
  for (let round = 0; round < 400; round++) {
    const alphabet = ALPHABETS[rng.below(ALPHABETS.length)];
    const text = Array.from({ length: 400 }, () => alphabet[rng.below(alphabet.length)]).join('');
    const some = (most: number): string => {
      const from = rng.below(text.length);
      return text.slice(from, from + rng.below(most));
    };
    let at = 0;
    const links = Array.from({ length: rng.below(60) }, (_, position) => {
      at += rng.below(12);
      const around = rng.below(3) > 0;
      return link(position + (round % 5 === 0 ? rng.below(2) * 3 : 0), {
        before: around ? text.slice(Math.max(0, at - 60), at) : some(40),
        anchor: around ? text.slice(at, at + rng.below(9)) : some(20),
        after: around ? text.slice(at + 8, at + 60) : some(40),
        heading: some(3),
        place: LINK_PLACES[rng.below(LINK_PLACES.length)],
        nofollow: rng.below(4) === 0,
      });
    });
    expect(unpacked(links)).toEqual(
      numbered(
        links.map((one) => ({
          ...one,
          anchor: stored(one.anchor),
          before: stored(one.before),
          after: stored(one.after),
          heading: stored(one.heading),
        })),
      ),
    );
  }
});

it('says what links share once', () => {
  const items = Array.from({ length: 2_000 }, (_, i) => `<li>(<a href="/${i}">item ${i}</a>), as said</li>`);
  const { links } = parsePage(`<title>t</title><ul>${items.join('')}</ul>`, 'http://a.example/');
  expect(links).toHaveLength(2_000);
  const packed = pack(links);
  const texts = links.reduce((sum, { before, anchor, after }) => sum + before.length + anchor.length + after.length, 0);
  expect(packed.texts.length).toBeLessThan(texts / 6);
  expect(unpackLinks(packed)).toMatchObject(
    links.map(({ anchor, before, after, position }) => ({ anchor, before, after, position })),
  );
});

it('takes time in proportion to the links', () => {
  const same = Array.from({ length: 10_000 }, (_, i) =>
    link(i, { before: 'a'.repeat(120), anchor: 'a'.repeat(i % 200), after: 'a'.repeat(119) + String(i % 7) }),
  );
  let packed = pack([]);
  expect(cpuMs(() => (packed = pack(same)))).toBeLessThan(LINEAR_MS);
  expect(unpackLinks(packed)).toEqual(numbered(same));
});
