import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Lines per block: the unit that a reader unpacks for a lookup. */
const BLOCK_LINES = 3_000;
const pack = promisify<Buffer, Buffer>(gzip);

/**
 * A sorted CDXJ index as compressed blocks (ZipNum), and the second index with their positions. A reader of a large
 * archive looks up one block instead of everything.
 */
export class ZipNumIndex {
  /** Lines of the second index, one per block. Complete when `blocks` has ended. */
  private readonly positions: string[] = [];

  /** @param fileName of the blocks */
  constructor(private readonly fileName: string) {}

  async *blocks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
    let offset = 0;
    let block: string[] = [];
    const packed = async (): Promise<Buffer> => {
      const bytes = await pack(Buffer.from(`${block.join('\n')}\n`));
      const key = block[0].slice(0, block[0].indexOf(' {'));
      this.positions.push(`${key} ${JSON.stringify({ offset, length: bytes.length, filename: this.fileName })}`);
      offset += bytes.length;
      block = [];
      return bytes;
    };
    for await (const line of lines) {
      block.push(line);
      if (block.length >= BLOCK_LINES) yield await packed();
    }
    if (block.length > 0) yield await packed();
  }

  /** The second index as a file. */
  text(): string {
    const head = `!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: this.fileName })}`;
    return `${[head, ...this.positions].join('\n')}\n`;
  }
}
