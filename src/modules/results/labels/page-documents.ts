import { Injectable } from '@nestjs/common';
import { meaningOf } from '../../../domain/fetching/index.js';
import { tellingText } from '../../../domain/page/index.js';
import { type PageDto, ResultsService } from '../results/index.js';

/** A fetched page as models read it. */
export interface PageDocument {
  readonly page: PageDto;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly anchors: readonly string[];
}

/** Reads pages of sessions for labels. */
@Injectable()
export class PageDocuments {
  constructor(private readonly results: ResultsService) {}

  /** By step, with the text that the session's model read; omits steps without a page or text. */
  async of(sessionId: string, steps: readonly number[]): Promise<Map<number, PageDocument>> {
    const [pages, texts] = await Promise.all([
      this.results.pagesBySteps(sessionId, steps),
      this.results.texts(sessionId, steps),
    ]);
    const anchors = await this.results.anchorsTo([...pages.values()]);
    const documents = new Map<number, PageDocument>();
    for (const [step, page] of pages) {
      const held = texts.get(step);
      const text = tellingText({ text: held?.text ?? '', mainText: held?.mainText ?? '' });
      if (meaningOf(page.outcome).gives !== 'page' || (text === '' && !page.title)) continue;
      documents.set(step, {
        page,
        url: page.finalUrl,
        title: page.title ?? '',
        text,
        anchors: anchors.get(step) ?? [],
      });
    }
    return documents;
  }
}
