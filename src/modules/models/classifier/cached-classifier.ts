import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { anySignal } from 'any-signal';
import type { DocumentText } from '../../../domain/text/index.js';
import {
  contentToSend,
  type Classifier,
  type ClassifierCall,
  type SentDocument,
} from '../../../domain/relevance/index.js';
import { ClassifierQueue, type ClassifierQueueOptions } from './classifier-queue.js';

/** Where verdicts outlive the process. */
export interface Verdicts {
  /** The probabilities that are known, by the ids of their documents. */
  find(modelId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  save(modelId: string, verdicts: readonly { readonly id: string; readonly probability: number }[]): Promise<void>;
}

export interface CachedClassifierOptions extends ClassifierQueueOptions {
  readonly modelId: string;
  /** As of `contentToSend`. */
  readonly maxChars: number;
  readonly verdicts: Verdicts;
}

/** 128 bits: two documents of one model will not meet. */
const ID_BYTES = 16;
/** Looked up in one query, at most. */
const MOST_LOOKED_UP = 500;

/**
 * A classifier that is asked about each document once: what it has said is kept, and what it is being asked is not asked again. When the verdicts cannot be
 * read or kept, it is asked all the same.
 */
export class CachedClassifier implements Classifier {
  private readonly queue: ClassifierQueue;
  /** Look-ups under way or about to be, by document. */
  private readonly lookups = new Map<string, Promise<number | undefined>>();
  private gathering: { readonly id: string; readonly resolve: (probability: number | undefined) => void }[] = [];
  private looking = false;

  constructor(private readonly options: CachedClassifierOptions) {
    this.queue = new ClassifierQueue({ ...options, send: (documents, signal) => this.sendAndKeep(documents, signal) });
  }

  get isIdle(): boolean {
    return this.queue.isIdle && this.lookups.size === 0;
  }

  close(): void {
    this.queue.close();
  }

  async scoreMany(documents: readonly DocumentText[], call: ClassifierCall): Promise<number[]> {
    // Pages of a whole session wait under one signal.
    setMaxListeners(0, call.signal);
    if (documents.length === 1) return [await this.score(documents[0], call)];
    // The first failure ends the rest: nobody would look at them.
    const stop = new AbortController();
    const signal = anySignal([call.signal, stop.signal]);
    setMaxListeners(0, signal);
    try {
      signal.throwIfAborted();
      return await Promise.all(documents.map((document) => this.score(document, { ...call, signal })));
    } finally {
      stop.abort();
      signal.clear();
    }
  }

  private async score(document: DocumentText, call: ClassifierCall): Promise<number> {
    const content = contentToSend(document, this.options.maxChars);
    const { url, title, description, text } = content;
    const id = createHash('sha256')
      .update(JSON.stringify([url, title, description, text]))
      .digest('hex')
      .slice(0, 2 * ID_BYTES);
    if (!this.queue.has(id)) {
      const known = await this.lookUp(id);
      if (known !== undefined) return known;
    }
    return this.queue.ask({ ...content, id }, call);
  }

  private lookUp(id: string): Promise<number | undefined> {
    const under = this.lookups.get(id);
    if (under) return under;
    const found = new Promise<number | undefined>((resolve) => {
      this.gathering.push({ id, resolve });
    }).finally(() => this.lookups.delete(id));
    this.lookups.set(id, found);
    if (!this.looking) void this.lookAll();
    return found;
  }

  /** One query at a time; what is asked for meanwhile shares the next. */
  private async lookAll(): Promise<void> {
    this.looking = true;
    // What is asked for in the same turn of the event loop comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.gathering.length > 0) {
      const batch = this.gathering.splice(0, MOST_LOOKED_UP);
      const known = await this.options.verdicts
        .find(
          this.options.modelId,
          batch.map(({ id }) => id),
        )
        .catch((error: unknown) => {
          this.options.notice(
            `verdicts of the classifier at ${this.options.address} could not be read: ${String(error)}`,
          );
          return new Map<string, number>();
        });
      for (const { id, resolve } of batch) resolve(known.get(id));
    }
    this.looking = false;
  }

  private async sendAndKeep(
    documents: readonly SentDocument[],
    signal: AbortSignal,
  ): ReturnType<ClassifierQueueOptions['send']> {
    const result = await this.options.send(documents, signal);
    if (result.kind !== 'probabilities') return result;
    // Kept before anybody goes on, so that whoever looks next finds it.
    const told = documents.map(({ id }, i) => ({ id, probability: result.probabilities[i] }));
    await this.options.verdicts.save(this.options.modelId, told).catch((error: unknown) => {
      this.options.notice(`verdicts of the classifier at ${this.options.address} could not be kept: ${String(error)}`);
    });
    return result;
  }
}
