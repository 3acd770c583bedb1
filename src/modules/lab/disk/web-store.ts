import { deserialize, serialize } from 'node:v8';
import { AnswerShelf } from './answer-shelf.js';
import { CacheFolder } from './cache-folder.js';
import { codeVersion } from './code-version.js';

/** What is kept of one web, each under what it was made from: the web, the code, and what else the caller names. */
export class WebStore {
  private readonly shelves: AnswerShelf[] = [];

  /** @param web what tells its content apart from that of other webs */
  constructor(
    private readonly folder: CacheFolder,
    private readonly web: string,
  ) {}

  /** Null when there is nothing, or nothing whole. */
  read(kind: string, ...madeFrom: readonly string[]): Buffer | null {
    return this.folder.read(this.nameOf(kind, madeFrom));
  }

  write(bytes: Uint8Array, kind: string, ...madeFrom: readonly string[]): void {
    this.folder.write(this.nameOf(kind, madeFrom), bytes);
  }

  /** Plain data that `keep` was given. */
  recall<T>(kind: string, ...madeFrom: readonly string[]): T | null {
    const bytes = this.read(kind, ...madeFrom);
    return bytes && (deserialize(bytes) as T);
  }

  keep(data: unknown, kind: string, ...madeFrom: readonly string[]): void {
    this.write(serialize(data), kind, ...madeFrom);
  }

  shelf(kind: string, ...madeFrom: readonly string[]): AnswerShelf {
    const shelf = new AnswerShelf(this.folder, this.nameOf(kind, madeFrom));
    this.shelves.push(shelf);
    return shelf;
  }

  /** Writes what its shelves wait to write, and keeps the folder within its size. */
  save(): void {
    for (const shelf of this.shelves) shelf.save();
    this.folder.trim();
  }

  private nameOf(kind: string, madeFrom: readonly string[]): string {
    return CacheFolder.nameOf(kind, codeVersion(), this.web, ...madeFrom);
  }
}
