import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ParsedPage } from '../../../domain/page/index.js';
import type { RelevanceModel } from '../../../domain/relevance/index.js';
import { parseInPieces, type Judge, type SessionConfig } from '../../../domain/session/index.js';
import type { Fetcher, FetchOutcome, FetchRequest } from '../../../engine/index.js';
import { inPieces } from '../../../engine/pace.js';
import { type AnswerShelf, CacheFolder, ScoreTable, WebStore } from './disk/index.js';

/** Default limit of characters of documents with cached pages; parsed they take a few bytes per character. */
const MAX_CHARS = 300_000_000;
/** Texts of links per model, some 30 bytes each; most are a few words. */
const MAX_TEXTS = 1_000_000;

type Answer = FetchOutcome & { readonly parsed?: ParsedPage };
interface Kept {
  readonly answer: Answer;
  /** Characters of its document. */
  readonly chars: number;
}
/** One model's scores of pages, by URL, and of texts of links. */
interface Scores {
  readonly pages: ScoreTable;
  readonly texts: ScoreTable;
  /** Identifies the model on disk; null if it is not stored there. */
  readonly key: string | null;
}

/**
 * Shared cache of all runs on one web: every run fetches many of the same pages, and parsing and judging them takes
 * most of its time. A page is parsed once, and judged once by each model.
 *
 * With a folder this holds for all successive processes: see `disk`. The results of a run do not depend on the cache.
 */
export class LabCache {
  private readonly memory = new Map<
    string,
    { readonly kept: LRUCache<string, Kept>; readonly shelf: AnswerShelf | null }
  >();
  private readonly scores = new WeakMap<RelevanceModel, Scores>();
  /** Models with scores that may have to be written. */
  private readonly asked = new Set<Scores>();
  private opened: WebStore | null = null;

  /**
   * @param maxChars of documents whose pages are kept in memory
   * @param folder shared with other processes; null for a cache in this process only
   */
  constructor(
    private readonly maxChars = MAX_CHARS,
    private readonly folder: CacheFolder | null = null,
  ) {}

  /** A cache for all processes, in the folder `lab` of a folder of caches. @param maxBytes of its files */
  static onDisk(cacheDir: string, maxBytes?: number): LabCache {
    return new LabCache(MAX_CHARS, new CacheFolder(join(cacheDir, 'lab'), maxBytes));
  }

  /** The web's data on disk; null if there is none. */
  get store(): WebStore | null {
    return this.opened;
  }

  /** Whether it needs to know its web. */
  get isOnDisk(): boolean {
    return this.folder !== null;
  }

  /** @param identity distinguishes the content of the web from that of other webs */
  isOf(identity: string): WebStore | null {
    if (this.folder) this.opened = new WebStore(this.folder, identity);
    return this.opened;
  }

  /** A fetcher that returns parsed pages, as sessions of these settings would parse them. */
  fetcher(fetcher: Fetcher, config: SessionConfig): Fetcher {
    return {
      fetch: async (request, signal) => {
        if (request.validators !== undefined) return fetcher.fetch(request, signal);
        const { kept, shelf } = this.answersFor(config, request);
        const known = kept.get(request.url);
        if (known !== undefined) return known.answer;
        const stored = shelf?.get(request.url) as Kept | null | undefined;
        if (stored) {
          // As if it were fetched now.
          const answer = { ...stored.answer, fetchedAt: Date.now() };
          kept.set(request.url, { ...stored, answer }, { size: 1 + stored.chars });
          return answer;
        }
        // Stored pages of a session are already parsed.
        const outcome: Answer = await fetcher.fetch(request, signal);
        const answer =
          outcome.kind === 'page' && outcome.parsed === undefined ? await parsed(outcome, config) : outcome;
        if (outcome.kind === 'aborted') return answer;
        const entry = { answer, chars: outcome.kind === 'page' ? outcome.html.length : 0 };
        kept.set(request.url, entry, { size: 1 + entry.chars });
        shelf?.put(request.url, entry);
        return answer;
      },
      close: () => fetcher.close(),
    };
  }

  /** `judgeByModel` with one page for each URL. */
  judge(model: RelevanceModel): Judge {
    const scores = this.scoresOf(model);
    return {
      judge: (document, url) => {
        this.asked.add(scores);
        const probability = scores.pages.of(url, () => model.score(document));
        return { probability, relevant: probability >= model.threshold };
      },
    };
  }

  /** `scoreText` of the model. */
  scoreText(model: RelevanceModel): (text: string) => number {
    const scores = this.scoresOf(model);
    this.asked.add(scores);
    const make = (text: string): number => model.scoreText(text);
    return (text) => scores.texts.of(text, make);
  }

  /**
   * Stores the model's scores on disk from now on, and uses those that the same model gave before. @param key derived
   * from the model's inputs
   */
  keepScoresOf(model: RelevanceModel, key: string): void {
    const scores = noScores(key);
    for (const part of PARTS) {
      const saved = this.opened?.read(`scores-${part}`, key);
      if (saved) scores[part].load(saved);
    }
    this.scores.set(model, scores);
  }

  /** Writes new data to the folder. */
  save(): void {
    const store = this.opened;
    if (!store) return;
    for (const scores of this.asked)
      for (const part of PARTS)
        if (scores.key !== null && scores[part].hasNew) store.write(scores[part].save(), `scores-${part}`, scores.key);
    this.asked.clear();
    store.save();
  }

  private scoresOf(model: RelevanceModel): Scores {
    const scores = this.scores.get(model) ?? noScores(null);
    this.scores.set(model, scores);
    return scores;
  }

  private answersFor(config: SessionConfig, { as, settings: { hostDelayMs: _, ...settings } }: FetchRequest) {
    const key = JSON.stringify([config.maxLinksPerPage, as, settings]);
    const known = this.memory.get(key) ?? {
      kept: new LRUCache<string, Kept>({ maxSize: this.maxChars }),
      // The lab does not need recorded exchanges.
      shelf: settings.archive ? null : (this.opened?.shelf('pages', key) ?? null),
    };
    this.memory.set(key, known);
    return known;
  }
}

const PARTS = ['pages', 'texts'] as const;

const noScores = (key: string | null): Scores => ({
  pages: new ScoreTable(MAX_TEXTS),
  texts: new ScoreTable(MAX_TEXTS),
  key,
});

/** The page without its source, which is never read again. */
const parsed = async (outcome: FetchOutcome & { readonly kind: 'page' }, config: SessionConfig): Promise<Answer> => ({
  ...outcome,
  html: '',
  parsed: await inPieces(parseInPieces(outcome, config)),
});
