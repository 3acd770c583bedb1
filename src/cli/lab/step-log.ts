import { closeSync, openSync, writeSync } from 'node:fs';

/** Characters buffered before writing. */
const BUFFER_CHARS = 64 * 1024;

/** A log of steps as JSON lines, written as they come, in bounded memory. */
export class StepLog {
  private readonly file: number;
  private waiting: string[] = [];
  private chars = 0;

  /** Creates the file, replacing an existing one. */
  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  add(step: object): void {
    const line = `${JSON.stringify(step)}\n`;
    this.waiting.push(line);
    this.chars += line.length;
    if (this.chars >= BUFFER_CHARS) this.write();
  }

  /** Writes the rest. */
  close(): void {
    try {
      this.write();
    } finally {
      closeSync(this.file);
    }
  }

  private write(): void {
    const bytes = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.chars = 0;
    // A pipe may accept only a part at a time.
    for (let written = 0; written < bytes.length;) written += writeSync(this.file, bytes, written);
  }
}
