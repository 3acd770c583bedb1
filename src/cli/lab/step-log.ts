import { closeSync, openSync, writeSync } from 'node:fs';

/** Characters that wait to be written. */
const BUFFER_CHARS = 64 * 1024;

/** A log of steps as JSON lines. It is written as the steps come, so it takes no memory, however long it is. */
export class StepLog {
  private readonly file: number;
  private waiting: string[] = [];
  private chars = 0;

  /** Begins the file; one of this name is replaced. */
  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  add(step: object): void {
    const line = `${JSON.stringify(step)}\n`;
    this.waiting.push(line);
    this.chars += line.length;
    if (this.chars >= BUFFER_CHARS) this.write();
  }

  /** Writes what is left. */
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
    // A pipe may take a part at a time.
    for (let written = 0; written < bytes.length;) written += writeSync(this.file, bytes, written);
  }
}
