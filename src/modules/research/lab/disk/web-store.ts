import { deserialize, serialize } from 'node:v8';
import { AnswerShelf } from './answer-shelf.js';
import { CacheFolder } from './cache-folder.js';
import { codeVersion } from './code-version.js';

/** The cached data of one web, keyed by all inputs: the web, the code, and further ones from the caller. */
export class WebStore {
  private readonly shelves: AnswerShelf[] = [];

  /** @param web identifies its content among those of other webs */
  constructor(
    private readonly folder: CacheFolder,
    private readonly web: string,
  ) {}

  /** Null if it is missing or damaged. */
  read(kind: string, ...madeFrom: readonly string[]): Buffer | null {
    return this.folder.read(this.nameOf(kind, madeFrom));
  }

  write(bytes: Uint8Array, kind: string, ...madeFrom: readonly string[]): void {
    this.folder.write(this.nameOf(kind, madeFrom), bytes);
  }

  /** Plain data given to `keep`. */
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

  /** Writes pending answers of its shelves, and keeps the folder within its size. */
  save(): void {
    for (const shelf of this.shelves) shelf.save();
    this.folder.trim();
  }

  private nameOf(kind: string, madeFrom: readonly string[]): string {
    return CacheFolder.nameOf(kind, codeVersion(), this.web, ...madeFrom);
  }
}
