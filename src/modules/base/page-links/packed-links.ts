import { LINK_PLACES, type PageLink } from '../../../domain/page/index.js';
import type { NumberedLink } from '../../../domain/session/index.js';
import { LinkTexts } from './link-texts.js';
import { stored } from './stored-text.js';

/** A link as stored: URL and tag path by their numbers within the session. */
export interface StoredLink extends Omit<PageLink, 'url' | 'tagPath'> {
  readonly urlNo: number;
  readonly tagPathNo: number;
}

/**
 * The links of a page as a row of `page_links`: lists of equal length, with one item per link.
 *
 * The texts of a link are concatenated in `texts`, with or without a blank between them: the text before it, its
 * anchor, the text after it. Neighbours share common parts. Offsets and lengths are in bytes of UTF-8, so that SQL can
 * read a text without the preceding ones.
 */
interface PackedLinks {
  readonly urlNos: readonly number[];
  /** Null if they are 0, 1, 2 and so on. */
  readonly positions: readonly number[] | null;
  readonly starts: readonly number[];
  readonly befores: readonly number[];
  readonly anchors: readonly number[];
  readonly afters: readonly number[];
  /** Place and flags: see `FLAGS`. */
  readonly marks: readonly number[];
  readonly headingNos: readonly number[];
  readonly tagPathNos: readonly number[];
  /** Each heading once, in the order of occurrence. */
  readonly headings: readonly string[];
  readonly texts: Uint8Array;
}

/** Bits of a mark. The higher bits are the number of the place in `LINK_PLACES`. */
const FLAGS = { blankBeforeAnchor: 1, blankAfterAnchor: 2, nofollow: 4 } as const;
const PLACE_UNIT = 8;

export function packLinks(links: readonly Pick<NumberedLink, 'urlNo' | 'tagPathNo' | 'link'>[]): PackedLinks {
  const count = links.length;
  const list = (): number[] => new Array<number>(count);
  const packed = {
    urlNos: list(),
    positions: null as number[] | null,
    starts: list(),
    befores: list(),
    anchors: list(),
    afters: list(),
    marks: list(),
    headingNos: list(),
    tagPathNos: list(),
    headings: [] as string[],
  };
  const headingNos = new Map<string, number>();
  const texts = new LinkTexts();
  for (let i = 0; i < count; i++) {
    const { urlNo, tagPathNo, link } = links[i];
    if (link.position !== i) packed.positions ??= links.map((one) => one.link.position);
    packed.urlNos[i] = urlNo;
    packed.tagPathNos[i] = tagPathNo;
    const place = texts.add(link.before, link.anchor, link.after);
    packed.starts[i] = place.start;
    packed.befores[i] = place.before;
    packed.anchors[i] = place.anchor;
    packed.afters[i] = place.after;
    packed.marks[i] =
      LINK_PLACES.indexOf(link.place) * PLACE_UNIT +
      (link.nofollow ? FLAGS.nofollow : 0) +
      (place.blankAfter ? FLAGS.blankAfterAnchor : 0) +
      (place.blankBefore ? FLAGS.blankBeforeAnchor : 0);
    let headingNo = headingNos.get(link.heading);
    if (headingNo === undefined) {
      headingNo = packed.headings.push(stored(link.heading)) - 1;
      headingNos.set(link.heading, headingNo);
    }
    packed.headingNos[i] = headingNo;
  }
  return { ...packed, texts: texts.bytes() };
}

/** @param packed its texts may be a string too, which saves decoding them */
export function unpackLinks(
  packed: Omit<PackedLinks, 'texts'> & { readonly texts: Uint8Array | string },
): StoredLink[] {
  const textAt = textReader(packed.texts);
  return packed.urlNos.map((urlNo, i) => {
    const mark = packed.marks[i];
    const start = packed.starts[i];
    const anchorAt = start + packed.befores[i] + (mark & FLAGS.blankBeforeAnchor);
    const anchorEnd = anchorAt + packed.anchors[i];
    const afterAt = anchorEnd + ((mark & FLAGS.blankAfterAnchor) === 0 ? 0 : 1);
    return {
      urlNo,
      anchor: textAt(anchorAt, anchorEnd),
      before: textAt(start, start + packed.befores[i]),
      after: textAt(afterAt, afterAt + packed.afters[i]),
      heading: packed.headings[packed.headingNos[i]],
      place: LINK_PLACES[Math.floor(mark / PLACE_UNIT)],
      tagPathNo: packed.tagPathNos[i],
      nofollow: (mark & FLAGS.nofollow) !== 0,
      position: packed.positions?.[i] ?? i,
    };
  });
}

/** Reads texts by byte offsets. If each character is one byte, the string has the same offsets. */
function textReader(texts: Uint8Array | string): (from: number, to: number) => string {
  if (typeof texts === 'string') {
    const bytes = Buffer.byteLength(texts);
    if (bytes === texts.length) return (from, to) => texts.slice(from, to);
    return textReader(Buffer.from(texts));
  }
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  return (from, to) => (from === to ? '' : bytes.toString('utf8', from, to));
}

/** The columns of `page_links` after session and source, each with its COPY type, in the order of `valuesOfRow`. */
export const LINK_LISTS = {
  url_nos: 'int4[]',
  positions: 'int4[]',
  starts: 'int4[]',
  befores: 'int2[]',
  anchors: 'int2[]',
  afters: 'int2[]',
  marks: 'int2[]',
  heading_nos: 'int2[]',
  tag_path_nos: 'int4[]',
  headings: 'text[]',
  texts: 'bytea',
} as const;

export function valuesOfRow(links: readonly Pick<NumberedLink, 'urlNo' | 'tagPathNo' | 'link'>[]): unknown[] {
  const packed = packLinks(links);
  return [
    packed.urlNos,
    packed.positions,
    packed.starts,
    packed.befores,
    packed.anchors,
    packed.afters,
    packed.marks,
    packed.headingNos,
    packed.tagPathNos,
    packed.headings,
    packed.texts,
  ];
}

/**
 * The columns of a row `l` of `page_links` that `linksOfRow` needs. Two values per page: drivers are slow with many
 * values, and slower with native arrays.
 */
export const PACKED_LINKS = `l.source, json_build_array(l.url_nos, l.positions, l.starts, l.befores, l.anchors, l.afters, l.marks, l.heading_nos, l.tag_path_nos, l.headings) AS lists,
  convert_from(l.texts, 'UTF8') AS texts`;

export interface PackedLinksRow {
  readonly source: number;
  readonly lists: readonly [
    urlNos: number[],
    positions: number[] | null,
    starts: number[],
    befores: number[],
    anchors: number[],
    afters: number[],
    marks: number[],
    headingNos: number[],
    tagPathNos: number[],
    headings: string[],
  ];
  readonly texts: string;
}

export function linksOfRow({ lists, texts }: PackedLinksRow): StoredLink[] {
  const [urlNos, positions, starts, befores, anchors, afters, marks, headingNos, tagPathNos, headings] = lists;
  return unpackLinks({
    ...{ urlNos, positions, starts, befores, anchors, afters, marks, headingNos, tagPathNos, headings, texts },
  });
}
