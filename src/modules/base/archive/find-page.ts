import { canonicalUrl } from '../../../domain/url/index.js';
import type { ArchivePart } from './archive-parts.js';
import { type IndexLine, parseLine, parseRecord, type ReadRecord, unpackMember } from './index-lines.js';
import { isWhole, wholeLinesOf } from './read-index.js';

/** A page's key: its session's facts by which its records are found. */
export interface PageKey {
  /** Canonical, after redirects. */
  readonly finalUrl: string;
  readonly fetchedAt: Date;
}

/** A page as an archive stores it. */
export interface ArchivedPage {
  /** `response`: as the server sent it, an HTTP message. `conversion`: as a browser rendered it, HTML in UTF-8. */
  readonly type: 'response' | 'conversion';
  readonly block: Buffer;
  /** Whether the body was cut at the size limit. */
  readonly truncated: boolean;
}

/**
 * Finds a page in an archive, rendered if it was; null if it is absent: fetches that failed early left nothing. An
 * answer that a page has not changed contains no page: its revisit record leads to the newest copy before it.
 */
export async function findPage(parts: readonly ArchivePart[], key: PageKey): Promise<ArchivedPage | null> {
  const at = key.fetchedAt.getTime();
  for (const [i, part] of [...parts.entries()].toReversed()) {
    const lines = await linesWith(part, `"at":${at}`, (line) => line.at === at);
    const found = [lines.filter(({ url }) => canonicalUrl(url) === key.finalUrl), lines].find(
      (some, place) => some.length > 0 && (place === 0 || isOneFetch(some)),
    );
    const line = found?.findLast(({ type }) => type === 'conversion') ?? found?.find(({ type }) => type === 'response');
    const page = line && (await pageAt(part, line));
    if (page) return page;
    const revisit = found?.find(({ type }) => type === 'revisit');
    if (revisit !== undefined) return copyBefore(parts.slice(0, i + 1), revisit.url, at);
  }
  return null;
}

/** The newest page that was fetched from this URL before a moment. */
async function copyBefore(parts: readonly ArchivePart[], url: string, before: number): Promise<ArchivedPage | null> {
  for (const part of parts.toReversed()) {
    const copies = await linesWith(
      part,
      `"url":${JSON.stringify(url)}`,
      (line) =>
        line.url === url &&
        line.at !== undefined &&
        line.at < before &&
        (line.type === 'conversion' || (line.type === 'response' && line.status.startsWith('2'))),
    );
    // The rendered page stands after the response that it was made from.
    const newest = copies.reduce<IndexLine | null>(
      (best, line) => (best?.at === undefined || (line.at ?? 0) >= best.at ? line : best),
      null,
    );
    const page = newest && (await pageAt(part, newest));
    if (page) return page;
  }
  return null;
}

async function pageAt(part: ArchivePart, { offset, length, type }: IndexLine): Promise<ArchivedPage | null> {
  const record = await readRecord(part, Number(offset), Number(length));
  return record && pageOfRecord(record, type === 'conversion');
}

/** A browser may reach a page under another spelling of its URL: the only fetch at that moment is the page. */
const isOneFetch = (lines: readonly IndexLine[]): boolean =>
  lines.filter(({ type }) => type !== 'conversion').length <= 1 &&
  lines.filter(({ type }) => type === 'conversion').length <= 1;

/** The record at an offset of a file; null if the file was removed meanwhile. */
export async function readRecord(part: ArchivePart, offset: number, length: number): Promise<ReadRecord | null> {
  const pieces: Buffer[] = [];
  for await (const piece of part.read(offset, offset + length)) pieces.push(piece);
  const member = Buffer.concat(pieces);
  return member.length < length ? null : parseRecord(await unpackMember(member));
}

export const pageOfRecord = ({ headers, block }: ReadRecord, rendered: boolean): ArchivedPage => ({
  type: rendered ? 'conversion' : 'response',
  block,
  truncated: headers.has('warc-truncated'),
});

/**
 * The lines that contain a text and are wanted. The index is searched as bytes: that of a file of a gigabyte has some
 * megabytes.
 */
async function linesWith(
  part: ArchivePart,
  text: string,
  isWanted: (line: IndexLine) => boolean,
): Promise<IndexLine[]> {
  const wanted = Buffer.from(text);
  const found: IndexLine[] = [];
  for await (const bytes of wholeLinesOf(part)) {
    for (let hit = bytes.indexOf(wanted); hit !== -1; hit = bytes.indexOf(wanted, hit + 1)) {
      const line = parseLine(bytes.toString('utf8', bytes.lastIndexOf(0x0a, hit) + 1, bytes.indexOf(0x0a, hit)));
      if (line !== null && isWanted(line) && isWhole(line, part)) found.push(line);
    }
  }
  return found;
}
