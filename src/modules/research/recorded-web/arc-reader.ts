import type { ByteSource } from './byte-source.js';
import type { WarcRecord } from './warc-record.js';

const MAGIC = 'filedesc://';
/** Longest line that may begin a record: a URL, and at most nine short fields. */
const MAX_LINE_BYTES = 64 * 1024;
/** URL, address, date, type, up to five more fields in version 2, and the length. */
const RECORD_LINE = /^([a-z][a-z0-9+.-]*:\S.*?) (\S+) (\d{8,14}) (\S+)(?: \S+){0,5} (\d{1,15})$/i;
const DATE = /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?$/;

/** Whether a file begins like an ARC file. */
export const startsLikeArc = (source: ByteSource): Promise<boolean> => source.startsWith(MAGIC);

/**
 * The records of an ARC file (Internet Archive, version 1 or 2) in order: those with an HTTP message are responses, as
 * in WARC. Lines that begin no record are skipped, so that a record with a wrong length damages only its neighbour.
 *
 * @param maxBlockBytes the rest of a block is skipped, and the record is marked truncated
 * @param onDamage called for each place where data was skipped
 */
export async function* readArc(
  source: ByteSource,
  maxBlockBytes: number,
  onDamage: (what: string) => void,
): AsyncGenerator<WarcRecord> {
  let isLost = false;
  const lose = (what: string): void => {
    if (!isLost) onDamage(what);
    isLost = true;
  };
  for (;;) {
    const line = await source.readLine(MAX_LINE_BYTES);
    if (line === null) return;
    const [, url, , date, type, digits] = RECORD_LINE.exec(line) ?? [];
    if (url === undefined) {
      lose('a record with a wrong length');
      continue;
    }
    const length = Number(digits);
    const start = source.position;
    const mayEnd = source.mayHave(length);
    const { bytes: block, isWhole } = await source.read(mayEnd ? Math.min(length, maxBlockBytes) : 0);
    if (!mayEnd || !isWhole || !(await source.skip(length - block.length))) {
      lose('a record that is longer than the file');
      // Only once: then the length of the file is known.
      if (mayEnd) await source.goBack(start);
      continue;
    }
    isLost = false;
    if (url.startsWith(MAGIC)) continue;
    yield {
      type: block.toString('latin1', 0, 5) === 'HTTP/' ? 'response' : 'resource',
      targetUri: url,
      headers: new Map([
        ['warc-date', isoDate(date)],
        ['content-type', type],
      ]),
      block,
      truncated: block.length < length,
    };
  }
}

function isoDate(digits: string): string {
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = DATE.exec(digits) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}
