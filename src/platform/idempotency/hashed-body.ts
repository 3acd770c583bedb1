import { createHash } from 'node:crypto';
import { DomainError } from '../errors/index.js';

/** A body that is read as it arrives, and its fingerprint: the work and the hash share one pass over the bytes. */
export class HashedBody implements AsyncIterable<Uint8Array> {
  private readonly pieces: AsyncIterator<Uint8Array>;
  private readonly digest = createHash('sha256');
  private bytes = 0;
  private ended: Promise<string> | null = null;

  /** @param maxBytes a longer body cannot match an earlier request */
  constructor(
    body: AsyncIterable<Uint8Array>,
    private readonly maxBytes: number,
  ) {
    this.pieces = body[Symbol.asyncIterator]();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    for (let next = await this.read(); next !== null; next = await this.read()) yield next;
  }

  /** Reads the remaining bytes. @throws DomainError PAYLOAD_TOO_LARGE */
  hash(): Promise<string> {
    return (this.ended ??= this.drain());
  }

  private async drain(): Promise<string> {
    while ((await this.read()) !== null) {
      if (this.bytes > this.maxBytes) throw new DomainError('PAYLOAD_TOO_LARGE', `more than ${this.maxBytes} bytes`);
    }
    return this.digest.digest('hex');
  }

  private async read(): Promise<Uint8Array | null> {
    const next = await this.pieces.next();
    if (next.done === true) return null;
    this.digest.update(next.value);
    this.bytes += next.value.length;
    return next.value;
  }
}
