import { creditOf } from '../../../domain/policies/index.js';
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

const NO_TEXT = { urlNos: [], title: '', headings: [], text: '', mainText: '', links: [] };

/** The pages of a session without their texts and links: the features of their choice, and their relevance. */
export class ChoicesSource implements TrainingSource {
  constructor(
    private readonly session: CrawledWeb,
    private readonly webs: CrawledWebsRepository,
    private readonly signal: AbortSignal,
  ) {}

  get size(): number {
    return this.session.fetched;
  }

  async *pages(limit: number): AsyncGenerator<readonly SourcePage[]> {
    for await (const choices of this.webs.choices(this.session.id, limit)) {
      this.signal.throwIfAborted();
      yield choices.map(({ relevant, probability, chosenBy }) => ({
        ...NO_TEXT,
        relevant,
        choice: chosenBy && {
          features: chosenBy,
          credit: creditOf({ ok: true, probability }, this.session.threshold),
        },
      }));
    }
  }
}
