import { LRUCache } from 'lru-cache';
import type { ParsedPage } from '../../domain/page/index.js';
import type { RelevanceModel } from '../../domain/relevance/index.js';
import {
  judgeByModel,
  parseInPieces,
  type Judge,
  type SessionConfig,
  type Verdict,
} from '../../domain/session/index.js';
import type { Fetcher, FetchOutcome } from '../../engine/index.js';
import { inPieces } from '../../engine/in-pieces.js';

/** Characters of documents whose pages are kept unless told; parsed they take a few bytes per character. */
const MAX_CHARS = 300_000_000;
/** Texts of links by model; most are a few words. */
const MAX_TEXTS = 300_000;

type Answer = FetchOutcome & { readonly parsed?: ParsedPage };

/**
 * What runs on one web have in common: every run fetches many of the same pages, and parsing and judging them takes most of its time. A page is parsed once,
 * and judged once by each model.
 */
export class LabCache {
  /** @param maxChars of documents whose pages are kept */
  constructor(private readonly maxChars = MAX_CHARS) {}

  readonly #answers = new Map<string, LRUCache<string, Answer>>();
  readonly #verdicts = new WeakMap<RelevanceModel, Map<string, Verdict>>();
  readonly #scores = new WeakMap<RelevanceModel, LRUCache<string, number>>();

  /** A fetcher whose pages come parsed, as sessions of these settings would parse them. */
  fetcher(fetcher: Fetcher, config: SessionConfig): Fetcher {
    return {
      fetch: async (request, signal) => {
        if (request.validators !== undefined) return fetcher.fetch(request, signal);
        const kept = this.#answersFor(config, request);
        const known = kept.get(request.url);
        if (known !== undefined) return known;
        // Pages that were stored come parsed.
        const outcome: Answer = await fetcher.fetch(request, signal);
        const answer =
          outcome.kind === 'page' && outcome.parsed === undefined ? await parsed(outcome, config) : outcome;
        if (outcome.kind !== 'aborted')
          kept.set(request.url, answer, { size: 1 + (outcome.kind === 'page' ? outcome.html.length : 0) });
        return answer;
      },
      close: () => fetcher.close(),
    };
  }

  /** `judgeByModel`; a web has one page for each URL. */
  judge(model: RelevanceModel): Judge {
    const judge = judgeByModel(model);
    const verdicts = this.#verdicts.get(model) ?? new Map<string, Verdict>();
    this.#verdicts.set(model, verdicts);
    return {
      judge: (document, url) => {
        const known = verdicts.get(url);
        if (known !== undefined) return known;
        const verdict = judge.judge(document, url);
        verdicts.set(url, verdict);
        return verdict;
      },
    };
  }

  /** `scoreText` of the model. */
  scoreText(model: RelevanceModel): (text: string) => number {
    const scores = this.#scores.get(model) ?? new LRUCache<string, number>({ max: MAX_TEXTS });
    this.#scores.set(model, scores);
    return (text) => {
      const known = scores.get(text);
      if (known !== undefined) return known;
      const score = model.scoreText(text);
      scores.set(text, score);
      return score;
    };
  }

  #answersFor(config: SessionConfig, request: Parameters<Fetcher['fetch']>[0]): LRUCache<string, Answer> {
    const key = JSON.stringify([config.maxLinksPerPage, request.as, request.settings]);
    const kept = this.#answers.get(key) ?? new LRUCache<string, Answer>({ maxSize: this.maxChars });
    this.#answers.set(key, kept);
    return kept;
  }
}

/** The page without its source, which nobody reads again. */
const parsed = async (outcome: FetchOutcome & { readonly kind: 'page' }, config: SessionConfig): Promise<Answer> => ({
  ...outcome,
  html: '',
  parsed: await inPieces(parseInPieces(outcome.html, outcome.finalUrl, config)),
});
