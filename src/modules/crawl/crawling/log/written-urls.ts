import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NewUrl } from '../../../../domain/session/index.js';

/** Consecutive URLs compressed together. A larger block takes less memory per URL and longer to read. */
const BLOCK_SIZE = 256;
/** All blocks together: about two million URLs. */
const MAX_BYTES = 32 * 1024 * 1024;
/** One unpacked block; a URL has at most a few thousand characters. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
/** URLs never contain it: the URL parser removes it. */
const SEPARATOR = '\n';

const blockOf = (urlNo: number): number => Math.floor(urlNo / BLOCK_SIZE);

/**
 * The URLs that a run of a session has written, by number, so that the database is not queried for each URL that a
 * policy chooses. URLs are kept in compressed blocks, at about a tenth of the memory of strings in a map. The oldest
 * are dropped first.
 */
export class WrittenUrls {
  /** URLs of the newest, incomplete block. */
  private readonly open = new Map<number, string>();
  private openBlock = 0;
  private readonly blocks = new Map<number, Buffer>();
  private bytes = 0;
  /** The block read last: a policy that takes URLs in order reads it 256 times. */
  private unpacked: { readonly block: number; readonly urls: readonly string[] } | null = null;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** @param urls in the order of their numbers, which is the order of writing */
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
    // A copy, because zlib returns part of a buffer several times as large.
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
