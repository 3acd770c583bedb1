import type { WarcRecord } from './warc-record.js';

/** Bytes of all records that wait for further segments. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

interface Begun {
  readonly first: WarcRecord;
  readonly blocks: Buffer[];
  bytes: number;
  isCut: boolean;
}

/**
 * Joins records that their writer split into segments (WARC 1.1 section 7): the first has the number 1, and
 * `continuation` records name it, in order, possibly in later files.
 */
export class SegmentJoiner {
  /** By the id of the first record. */
  private readonly begun = new Map<string, Begun>();
  private waiting = 0;

  /** @param maxBlockBytes the rest of a joined block is dropped, and the record is marked truncated */
  constructor(private readonly maxBlockBytes: number) {}

  /** @returns the record if it is whole, or the joined one whose last segment it is; otherwise null */
  take(record: WarcRecord): WarcRecord | null {
    const number = record.headers.get('warc-segment-number');
    if (record.type === 'continuation') return this.append(record, Number(number));
    const id = record.headers.get('warc-record-id') ?? '';
    if (number !== '1' || id === '' || this.waiting + record.block.length > MAX_WAITING_BYTES) return record;
    this.begun.set(id, { first: record, blocks: [record.block], bytes: record.block.length, isCut: record.truncated });
    this.waiting += record.block.length;
    return null;
  }

  /** Records that lack segments, as truncated ones. */
  *rest(): Generator<WarcRecord> {
    for (const begun of this.begun.values()) yield joined({ ...begun, isCut: true });
    this.begun.clear();
  }

  private append({ headers, block, truncated }: WarcRecord, number: number): WarcRecord | null {
    const id = headers.get('warc-segment-origin-id') ?? '';
    const begun = this.begun.get(id);
    if (begun === undefined || number !== begun.blocks.length + 1) return null;
    const kept = block.subarray(0, Math.min(this.maxBlockBytes - begun.bytes, MAX_WAITING_BYTES - this.waiting));
    begun.blocks.push(kept);
    begun.bytes += kept.length;
    begun.isCut ||= truncated || kept.length < block.length;
    this.waiting += kept.length;
    if (!headers.has('warc-segment-total-length')) return null;
    this.begun.delete(id);
    this.waiting -= begun.bytes;
    return joined(begun);
  }
}

const joined = ({ first, blocks, isCut }: Begun): WarcRecord => ({
  ...first,
  block: Buffer.concat(blocks),
  truncated: isCut,
});
