import type { CrawlStore, LoggedChoice } from './crawl-store.js';

/** Reads the logged choices in order of choice as they fall due, with one batch in memory. */
export class LogChoices {
  private readonly pages: AsyncIterator<readonly LoggedChoice[]>;
  private page: readonly LoggedChoice[] = [];
  private at = 0;
  private ended = false;

  constructor(store: Pick<CrawlStore, 'choices'>, fromStep: number) {
    this.pages = store.choices(fromStep)[Symbol.asyncIterator]();
  }

  /** Whether `peek` may lack the next choice until `fill` has been awaited. */
  get isEmpty(): boolean {
    return this.at >= this.page.length && !this.ended;
  }

  async fill(): Promise<void> {
    while (this.isEmpty) {
      const next = await this.pages.next();
      this.ended = next.done === true;
      this.page = next.done === true ? [] : next.value;
      this.at = 0;
    }
  }

  /** The next choice; undefined after the last. */
  peek(): LoggedChoice | undefined {
    return this.page[this.at];
  }

  take(): void {
    this.at++;
  }

  /** Ends the reading early. */
  async close(): Promise<void> {
    await this.pages.return?.();
  }
}
