import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NewUrl } from '../../domain/session/index.js';

/** URLs with neighbouring numbers that are compressed together. With more, a URL takes less memory and longer to read. */
const BLOCK_SIZE = 256;
/** Of all blocks: some two million URLs. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of one block unpacked; a URL has at most a few thousand characters. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
/** No URL contains it: the URL parser removes it. */
const SEPARATOR = '\n';

const blockOf = (urlNo: number): number => Math.floor(urlNo / BLOCK_SIZE);

/**
 * The URLs that a run of a session has written, by number, so that the database is not asked for each one that a policy chooses. They are kept in blocks that
 * are compressed: a URL takes about a tenth of what it takes as a string in a map. Those written first are forgotten first.
 */
export class WrittenUrls {
  /** Those of the newest block, which is not complete. */
  private readonly open = new Map<number, string>();
  private openBlock = 0;
  private readonly blocks = new Map<number, Buffer>();
  private bytes = 0;
  /** The block that was read last: a policy that takes URLs in their order reads it 256 times. */
  private unpacked: { readonly block: number; readonly urls: readonly string[] } | null = null;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** @param urls in the order of their numbers, which is that of writing */
  add(urls: readonly Pick<NewUrl, 'urlNo' | 'url'>[]): void {
    for (const { urlNo, url } of urls) {
      if (blockOf(urlNo) !== this.openBlock) this.pack();
      this.openBlock = blockOf(urlNo);
      this.open.set(urlNo, url);
    }
  }

  get(urlNo: number): string | undefined {
    return this.open.get(urlNo) ?? (this.read(blockOf(urlNo))?.[urlNo % BLOCK_SIZE] || undefined);
  }

  private pack(): void {
    if (this.open.size === 0) return;
    const block = this.openBlock;
    const earlier = this.read(block);
    const urls = Array.from(
      { length: BLOCK_SIZE },
      (_, i) => this.open.get(block * BLOCK_SIZE + i) ?? earlier?.[i] ?? '',
    );
    this.open.clear();
    this.forget(block);
    const packed = deflateRawSync(urls.join(SEPARATOR), { level: 1 });
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
