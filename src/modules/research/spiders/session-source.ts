import type { CrawledWeb, CrawledWebsRepository } from './crawled-webs.repository.js';
import type { SourcePage, TrainingSource } from './training-source.js';

/** The stored pages of a session, in the order of their steps. */
export class SessionSource implements TrainingSource {
  constructor(
    private readonly session: CrawledWeb,
    private readonly webs: CrawledWebsRepository,
    private readonly signal: AbortSignal,
  ) {}

  get size(): number {
    return this.session.fetched;
  }

  async *pages(limit: number): AsyncGenerator<readonly SourcePage[]> {
    for await (const pages of this.webs.pages(this.session.id, limit)) {
      this.signal.throwIfAborted();
      yield pages.map(({ urlNo, finalUrlNo, ...page }) => ({ ...page, urlNos: [urlNo, finalUrlNo] }));
    }
  }
}
