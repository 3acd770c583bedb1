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

/** An archived page. */
export interface ArchivedPage {
  /** `response`: as the server sent it, an HTTP message. `conversion`: as a browser rendered it, HTML in UTF-8. */
  readonly type: 'response' | 'conversion';
  readonly block: Buffer;
  readonly truncated: boolean;
}

/**
 * Finds a page in an archive, rendered if it was; null if it is absent: fetches that failed early left nothing, and an
 * answer that a page has not changed contains no page.
 */
export async function findPage(parts: readonly ArchivePart[], key: PageKey): Promise<ArchivedPage | null> {
  for (const part of parts.toReversed()) {
    const lines = await linesAt(part, key.fetchedAt.getTime());
    const found = [lines.filter(({ url }) => canonicalUrl(url) === key.finalUrl), lines].find(
      (some, i) => some.length > 0 && (i === 0 || isOneFetch(some)),
    );
    const line = found?.findLast(({ type }) => type === 'conversion') ?? found?.find(({ type }) => type === 'response');
    if (line === undefined) continue;
    const record = await readRecord(part, Number(line.offset), Number(line.length));
    if (record !== null) return pageOfRecord(record, line.type === 'conversion');
  }
  return null;
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
 * The lines of fetches that ended at a moment. The index is searched as bytes: that of a file of a gigabyte has some
 * megabytes.
 */
async function linesAt(part: ArchivePart, at: number): Promise<IndexLine[]> {
  const wanted = Buffer.from(`"at":${at}`);
  const found: IndexLine[] = [];
  for await (const bytes of wholeLinesOf(part)) {
    for (let hit = bytes.indexOf(wanted); hit !== -1; hit = bytes.indexOf(wanted, hit + 1)) {
      const line = parseLine(bytes.toString('utf8', bytes.lastIndexOf(0x0a, hit) + 1, bytes.indexOf(0x0a, hit)));
      if (line?.at === at && isWhole(line, part)) found.push(line);
    }
  }
  return found;
}
