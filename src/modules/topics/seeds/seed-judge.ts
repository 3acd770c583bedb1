import { Injectable } from '@nestjs/common';
import type { FoundSeed } from '../../../domain/seeds/index.js';
import type { DocumentText } from '../../../domain/text/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import { urlWords } from '../../../domain/url/index.js';
import { runInThread } from '../../../platform/threads/index.js';
import { loadWordVectors } from '../../base/word-vectors/index.js';
import { type SeedScores, task } from './seed-scoring-task.js';

/** Judges pages and their descriptions by the keywords of a topic. */
@Injectable()
export class SeedJudge {
  /** @param seeds judged by title, snippet and URL */
  async judge(
    keywords: readonly Keyword[],
    documents: readonly DocumentText[],
    seeds: readonly FoundSeed[],
    signal: AbortSignal,
  ): Promise<SeedScores> {
    const { buffer: vectors } = await loadWordVectors();
    const texts = seeds.map(({ url, title, snippet }) => `${title}. ${snippet} ${urlWords(url)}`);
    return runInThread(task, { keywords, vectors, documents, texts }, signal);
  }
}
