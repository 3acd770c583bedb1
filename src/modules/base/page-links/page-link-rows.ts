import { packLinks, unpackLinks, type LinkToPack, type NumberedPageLink } from './packed-links.js';

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

export function valuesOfRow(links: readonly LinkToPack[]): unknown[] {
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

export function linksOfRow({ lists, texts }: PackedLinksRow): NumberedPageLink[] {
  const [urlNos, positions, starts, befores, anchors, afters, marks, headingNos, tagPathNos, headings] = lists;
  return unpackLinks({
    ...{ urlNos, positions, starts, befores, anchors, afters, marks, headingNos, tagPathNos, headings, texts },
  });
}
