/** A record's first line, after the end of another one. Text can contain the beginning of such a line. */
const RECORD_START = /^\nWARC\/\d+\.\d+ ?\r?\n/;
export const RECORD_START_BYTES = 16;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The end of a record, before the next one. */
const RECORD_END = '\r\n\r\n';
/** Longer blank space ends a record too. */
const MAX_BLANK_BYTES = 64 * 1024;

/** Reads a given number of bytes from chunks. */
export class ByteSource {
  private rest: Buffer = Buffer.alloc(0);
  private ended = false;
  private received = 0;
  /** Length of all, once it is known. */
  private total = Number.POSITIVE_INFINITY;

  private constructor(
    private readonly open: () => Promise<AsyncIterator<Buffer>>,
    private chunks: AsyncIterator<Buffer>,
  ) {}

  static async of(open: () => Promise<AsyncIterator<Buffer>>): Promise<ByteSource> {
    return new ByteSource(open, await open());
  }

  /** Of the next byte; inexact within bytes that were given back. */
  get position(): number {
    return this.received - this.rest.length;
  }

  /** The beginning of what has been read and not used. */
  get unread(): string {
    return this.rest.toString('latin1', 0, RECORD_START_BYTES);
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  /** The next header without its empty line, after any blank lines; null at the end of the file. */
  async readHeader(maxBytes: number): Promise<string | null> {
    let from = 0;
    for (;;) {
      if (from === 0) this.dropLineBreaks();
      const end = this.rest.length === 0 ? -1 : headerEnd(this.rest, from);
      if (end !== -1) {
        const head = this.rest.toString('utf8', 0, end);
        this.rest = this.rest.subarray(
          end + (this.rest[end] === 13 && this.rest[end + 2] === 13 ? 4 : this.rest[end + 1] === 10 ? 2 : 3),
        );
        return head;
      }
      // Its beginning shows that it is not a header.
      if (this.rest.length > maxBytes) {
        const head = this.rest.toString('latin1', 0, maxBytes);
        this.rest = this.rest.subarray(maxBytes);
        return head;
      }
      from = Math.max(0, this.rest.length - 4);
      if (!(await this.more())) return null;
    }
  }

  /** Whether the next bytes, after any blank lines, are these. @param text in ASCII */
  async startsWith(text: string): Promise<boolean> {
    do this.dropLineBreaks();
    while (this.rest.length < text.length && (await this.more()));
    return this.rest.toString('latin1', 0, text.length) === text;
  }

  /** The next line without its end, after any blank lines, cut at `maxBytes`; null at the end of the file. */
  async readLine(maxBytes: number): Promise<string | null> {
    for (let from = 0; ;) {
      if (from === 0) this.dropLineBreaks();
      const found = this.rest.indexOf(10, from);
      const isLong = found > maxBytes || (found === -1 && this.rest.length > maxBytes);
      const end = isLong ? maxBytes : found;
      from = this.rest.length;
      if (end === -1 && (await this.more())) continue;
      if (this.rest.length === 0) return null;
      const line = this.rest.toString('utf8', 0, end === -1 ? this.rest.length : end);
      this.rest = this.rest.subarray(end === -1 ? this.rest.length : isLong ? end : end + 1);
      return line.replace(/\r$/, '');
    }
  }

  /** The next `count` bytes, copied; fewer at the end of the file. */
  async read(count: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.rest.length === 0 && !(await this.more())) break;
      const part = this.rest.subarray(0, missing);
      parts.push(part);
      this.rest = this.rest.subarray(part.length);
      missing -= part.length;
    }
    return { bytes: Buffer.concat(parts, count - missing), isWhole: missing === 0 };
  }

  /** Puts bytes back, to search for a record in them. */
  giveBack(block: Buffer, head: string): void {
    const bytes = head === '' ? '' : `${head}\r\n\r\n`;
    this.rest = Buffer.concat([Buffer.from('\n'), block, Buffer.from(bytes), this.rest]);
  }

  /** Goes back to an earlier position: reads all again up to there. */
  async goBack(position: number): Promise<void> {
    await this.close();
    this.chunks = await this.open();
    this.rest = Buffer.alloc(0);
    this.ended = false;
    this.received = 0;
    await this.skip(position);
  }

  /** Whether the length of all is known. */
  get isMeasured(): boolean {
    return this.total !== Number.POSITIVE_INFINITY;
  }

  /** Whether there may be as many bytes. */
  mayHave(count: number): boolean {
    return this.position + count <= this.total;
  }

  /** @returns false if there were fewer bytes */
  async skip(count: number): Promise<boolean> {
    for (let missing = count; missing > 0;) {
      if (this.rest.length === 0 && !(await this.more())) return false;
      const part = Math.min(missing, this.rest.length);
      this.rest = this.rest.subarray(part);
      missing -= part;
    }
    return true;
  }

  /**
   * Whether a record ends here: before an empty line, the end of the file, or another record after any blank lines.
   * Reads nothing.
   */
  async isAtEnd(): Promise<boolean> {
    for (;;) {
      if (this.rest.toString('latin1', 0, RECORD_END.length) === RECORD_END) return true;
      const from = blankEnd(this.rest);
      const isKnown = this.rest.length - from >= RECORD_START_BYTES || from > MAX_BLANK_BYTES;
      if (isKnown || !(await this.more())) {
        const next = this.rest.toString('latin1', from, from + RECORD_START_BYTES);
        return next === '' || from > MAX_BLANK_BYTES || RECORD_START.test(`\n${next}`);
      }
    }
  }

  /**
   * The bytes before the next line that begins a record, or before the end of the file, without line breaks at their
   * end. Reads all of them, and gives at most `maxBytes`.
   */
  async readToRecord(maxBytes: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
    const parts: Buffer[] = [];
    let kept = 0;
    let isWhole = true;
    const keep = (bytes: Buffer): void => {
      const part = bytes.subarray(0, maxBytes - kept);
      isWhole &&= part.length === bytes.length;
      if (part.length > 0) parts.push(Buffer.from(part));
      kept += part.length;
    };
    for (;;) {
      const at = startOfRecord(this.rest);
      const end = at === -1 ? Math.max(0, this.rest.length - RECORD_START_BYTES) : at;
      keep(this.rest.subarray(0, end));
      this.rest = this.rest.subarray(at === -1 ? end : at + 1);
      if (at !== -1) break;
      if (await this.more()) continue;
      keep(this.rest);
      this.rest = this.rest.subarray(this.rest.length);
      break;
    }
    return { bytes: withoutLineBreaks(Buffer.concat(parts)), isWhole };
  }

  /** Skips to the next line that begins a record. @returns false at the end of the file */
  async skipToRecord(): Promise<boolean> {
    for (;;) {
      const at = startOfRecord(this.rest);
      if (at !== -1) {
        this.rest = this.rest.subarray(at + 1);
        return true;
      }
      this.rest = this.rest.subarray(Math.max(0, this.rest.length - RECORD_START_BYTES));
      if (!(await this.more())) return false;
    }
  }

  /**
   * And byte order marks, which editors leave before the first record, and zeros, which a file system leaves where a
   * machine went down.
   */
  private dropLineBreaks(): void {
    this.rest = this.rest.subarray(blankEnd(this.rest));
  }

  private async more(): Promise<boolean> {
    if (this.ended) return false;
    const next = await this.chunks.next();
    this.ended = next.done === true;
    if (this.ended) this.total = this.received;
    else this.received += (next.value as Buffer).length;
    if (next.done !== true) this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return !this.ended;
  }
}

/** Offset of the first byte that is none of those that `dropLineBreaks` drops. */
function blankEnd(bytes: Buffer): number {
  for (let at = 0; ;) {
    if (bytes[at] === 13 || bytes[at] === 10 || bytes[at] === 0) at++;
    else if (bytes.subarray(at, at + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) at += BYTE_ORDER_MARK.length;
    else return at;
  }
}

/** A block without the line breaks at its end, which separate records. */
export function withoutLineBreaks(block: Buffer): Buffer {
  let to = block.length;
  while (to > 0 && (block[to - 1] === 13 || block[to - 1] === 10)) to--;
  return block.subarray(0, to);
}

/** Index of the line break before a record; -1 if there is none. */
export function startOfRecord(bytes: Buffer): number {
  for (let at = bytes.indexOf('\nWARC/'); at !== -1; at = bytes.indexOf('\nWARC/', at + 1))
    if (RECORD_START.test(bytes.toString('latin1', at, at + RECORD_START_BYTES))) return at;
  return -1;
}

/** Index of the line break after the last header line, or -1: the empty line may be CRLF or bare LF. */
function headerEnd(bytes: Buffer, from: number): number {
  const crlf = bytes.indexOf('\r\n\r\n', from, 'latin1');
  const lf = bytes.indexOf('\n\n', from, 'latin1');
  return lf === -1 ? crlf : crlf === -1 ? lf : Math.min(crlf, lf);
}
