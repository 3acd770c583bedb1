import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** URLs with neighbouring numbers that are compressed together. With more, a URL takes less memory and longer to read. */
export const BLOCK_SIZE = 256;
/** Of one block unpacked; a URL has at most a few thousand characters. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
/** No URL contains it: the URL parser removes it. */
const SEPARATOR = '\n';

/**
 * The URLs of a session by number, in blocks that are compressed, so that one takes about a tenth of what a string takes.
 * Those added first are forgotten first.
 */
export class PackedUrls {
  private readonly blocks = new Map<number, Buffer>();
  private bytes = 0;
  /** The block that was read last: a policy that takes URLs in their order reads it 256 times. */
  private unpacked: { readonly block: number; readonly urls: readonly string[] } | null = null;

  /** @param maxBytes of all compressed blocks together */
  constructor(private readonly maxBytes: number) {}

  /**
   * @param block the number of its first URL, divided by `BLOCK_SIZE`
   * @param urls `BLOCK_SIZE` URLs in the order of their numbers; an empty string where one is not known
   */
  add(block: number, urls: readonly string[]): void {
    const earlier = this.read(block);
    const merged = earlier === null ? urls : urls.map((url, i) => url || (earlier[i] ?? ''));
    this.forget(block);
    const packed = deflateRawSync(merged.join(SEPARATOR), { level: 1 });
    // A copy: what zlib returns is a part of a buffer that is several times as large.
    const copy = Buffer.allocUnsafeSlow(packed.length);
    packed.copy(copy);
    this.blocks.set(block, copy);
    this.bytes += copy.length;
    for (const oldest of this.blocks.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.forget(oldest);
    }
  }

  get(urlNo: number): string | undefined {
    return this.read(Math.floor(urlNo / BLOCK_SIZE))?.[urlNo % BLOCK_SIZE] || undefined;
  }

  private read(block: number): readonly string[] | null {
    if (this.unpacked?.block === block) return this.unpacked.urls;
    const packed = this.blocks.get(block);
    if (packed === undefined) return null;
    const urls = inflateRawSync(packed, { maxOutputLength: MAX_BLOCK_BYTES }).toString().split(SEPARATOR);
    this.unpacked = { block, urls };
    return urls;
  }

  private forget(block: number): void {
    this.bytes -= this.blocks.get(block)?.length ?? 0;
    this.blocks.delete(block);
    if (this.unpacked?.block === block) this.unpacked = null;
  }
}
