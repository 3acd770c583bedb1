import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this size, deflate saves less than its overhead costs in time. */
const LEAST_DEFLATED_BYTES = 512;
/**
 * Level 1 compresses HTML to about 30% at over 100 MB/s; higher levels save some 10% of that for several times the
 * time.
 */
const DEFLATE_LEVEL = 1;
/** Few allocations for tens of thousands of items; an item larger than a block gets its own block. */
const BLOCK_BYTES = 4 * 1024 * 1024;

export class ByteStoreFullError extends Error {
  override readonly name = 'ByteStoreFullError';
}

/**
 * Deflated byte strings by number, in few large blocks: some 40 bytes per item in addition to the compressed content.
 */
export class ByteStore {
  private readonly blocks: Buffer[] = [];
  private readonly blockOf: number[] = [];
  private readonly startOf: number[] = [];
  private readonly sizeOf: number[] = [];
  /** Uncompressed size; 0 for an uncompressed item. */
  private readonly unpackedSizeOf: number[] = [];
  private used = 0;
  private allocated = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws ByteStoreFullError if the blocks would exceed the limit */
  add(item: Buffer): number {
    const deflated = item.length >= LEAST_DEFLATED_BYTES;
    const packed = deflated ? deflateRawSync(item, { level: DEFLATE_LEVEL }) : item;
    let block = this.blocks[this.blocks.length - 1];
    if (block === undefined || this.used + packed.length > block.length) {
      const size = Math.max(packed.length, BLOCK_BYTES);
      if (this.allocated + size > this.maxBytes) throw new ByteStoreFullError(`more than ${this.maxBytes} bytes`);
      block = Buffer.allocUnsafeSlow(size);
      this.blocks.push(block);
      this.allocated += size;
      this.used = 0;
    }
    packed.copy(block, this.used);
    this.blockOf.push(this.blocks.length - 1);
    this.startOf.push(this.used);
    this.sizeOf.push(packed.length);
    this.unpackedSizeOf.push(deflated ? item.length : 0);
    this.used += packed.length;
    return this.sizeOf.length - 1;
  }

  get(id: number): Buffer {
    const block = this.blocks[this.blockOf[id] ?? -1];
    if (block === undefined) throw new RangeError(`no item ${id}`);
    const start = this.startOf[id] ?? 0;
    const packed = block.subarray(start, start + (this.sizeOf[id] ?? 0));
    const unpackedSize = this.unpackedSizeOf[id] ?? 0;
    return unpackedSize === 0 ? Buffer.from(packed) : inflateRawSync(packed, { maxOutputLength: unpackedSize });
  }

  /** Bytes allocated for content. */
  get bytes(): number {
    return this.allocated;
  }
}
