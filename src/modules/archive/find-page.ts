import { canonicalUrl } from '../../domain/url/index.js';
import type { ArchivePart } from './archive-parts.js';
import { type IndexLine, parseLine, parseRecord, type ReadRecord, unpackMember } from './index-lines.js';

/** A page as its session knows it: what its records are found by. */
export interface PageKey {
  /** Canonical, after redirects. */
  readonly finalUrl: string;
  readonly fetchedAt: Date;
}

/** What an archive has of a page. */
export interface ArchivedPage {
  /** `response`: as the server sent it, an HTTP message. `conversion`: as a browser rendered it, HTML in UTF-8. */
  readonly type: 'response' | 'conversion';
  readonly block: Buffer;
  readonly truncated: boolean;
}

/** An index has no longer lines: URLs of some thousand characters. */
const MAX_LINE_BYTES = 64 * 1024;

/**
 * The page in an archive, as it was rendered where it was; null when it is not there: fetches that failed on their way left nothing, and a server's word that
 * a page has not changed brings no page.
 */
export async function findPage(parts: readonly ArchivePart[], key: PageKey): Promise<ArchivedPage | null> {
  for (const part of parts.toReversed()) {
    const lines = await linesAt(part, key.fetchedAt.getTime());
    const found = [lines.filter(({ url }) => canonicalUrl(url) === key.finalUrl), lines].find(
      (some, i) => some.length > 0 && (i === 0 || isOneFetch(some)),
    );
    const line = found?.findLast(({ type }) => type === 'conversion') ?? found?.find(({ type }) => type === 'response');
    if (line === undefined) continue;
    const record = await readRecord(part, line);
    if (record === null) continue;
    return {
      type: line.type === 'conversion' ? 'conversion' : 'response',
      block: record.block,
      truncated: record.headers.has('warc-truncated'),
    };
  }
  return null;
}

/** A browser may reach a page under another spelling of its URL: what was fetched at that moment is it all the same where nothing else was. */
const isOneFetch = (lines: readonly IndexLine[]): boolean =>
  lines.filter(({ type }) => type !== 'conversion').length <= 1 &&
  lines.filter(({ type }) => type === 'conversion').length <= 1;

async function readRecord(part: ArchivePart, { offset, length }: IndexLine): Promise<ReadRecord | null> {
  const pieces: Buffer[] = [];
  for await (const piece of part.read(Number(offset), Number(offset) + Number(length))) pieces.push(piece);
  const member = Buffer.concat(pieces);
  return member.length < Number(length) ? null : parseRecord(await unpackMember(member));
}

/** The lines of fetches that ended at a moment. The index is looked through as bytes: a file of a gigabyte has some megabytes of it. */
async function linesAt(part: ArchivePart, at: number): Promise<IndexLine[]> {
  const wanted = Buffer.from(`"at":${at}`);
  const found: IndexLine[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of part.index()) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    for (let hit = bytes.indexOf(wanted); hit !== -1 && hit < end; hit = bytes.indexOf(wanted, hit + 1)) {
      const line = parseLine(bytes.toString('utf8', bytes.lastIndexOf(0x0a, hit) + 1, bytes.indexOf(0x0a, hit)));
      if (line?.at === at && Number(line.offset) + Number(line.length) <= part.bytes) found.push(line);
    }
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE_BYTES) rest = Buffer.alloc(0);
  }
  return found;
}
