/** Smaller pieces of a body are copied together: a separate buffer would cost more than its content. */
const SMALL_PIECE_BYTES = 4 * 1024;
/** Below this number of pieces that does not matter. */
const FEW_PIECES = 16;
const BLOCK_BYTES = 64 * 1024;

/** Collects the pieces of a body, however small, in memory of about their size. */
export class PieceCollector {
  private readonly whole: Buffer[] = [];
  private block = Buffer.alloc(0);
  private filled = 0;
  size = 0;

  add(piece: Buffer): void {
    this.size += piece.length;
    if (piece.length >= SMALL_PIECE_BYTES || this.whole.length < FEW_PIECES) {
      this.flush();
      this.whole.push(piece);
      return;
    }
    if (this.filled + piece.length > this.block.length) {
      this.flush();
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    }
    this.filled += piece.copy(this.block, this.filled);
  }

  /** All pieces joined, cut at `maxBytes`. */
  join(maxBytes: number): Buffer {
    this.flush();
    return Buffer.concat(this.whole, Math.min(this.size, maxBytes));
  }

  private flush(): void {
    if (this.filled > 0) this.whole.push(this.block.subarray(0, this.filled));
    this.block = this.block.subarray(this.filled);
    this.filled = 0;
  }
}
