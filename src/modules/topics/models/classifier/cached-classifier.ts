import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { anySignal } from 'any-signal';
import type { DocumentText } from '../../../../domain/text/index.js';
import {
  contentToSend,
  type Classifier,
  type ClassifierCall,
  type SentDocument,
} from '../../../../domain/relevance/index.js';
import { ClassifierQueue, type ClassifierQueueOptions } from './classifier-queue.js';

/** Stores verdicts beyond the process. */
export interface Verdicts {
  /** The known probabilities by document id. */
  find(modelId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  save(modelId: string, verdicts: readonly { readonly id: string; readonly probability: number }[]): Promise<void>;
}

export interface CachedClassifierOptions extends ClassifierQueueOptions {
  readonly modelId: string;
  /** As in `contentToSend`. */
  readonly maxChars: number;
  readonly verdicts: Verdicts;
}

/** 128 bits, so that documents of one model never collide. */
const ID_BYTES = 16;
/** Most documents looked up in one query. */
const MOST_LOOKED_UP = 500;

/**
 * A classifier that is called once per document: verdicts are stored, and concurrent requests for a document share one
 * call. If verdicts cannot be read or stored, it is called anyway.
 */
export class CachedClassifier implements Classifier {
  private readonly queue: ClassifierQueue;
  /** Running or pending lookups, by document. */
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
    // The first failure ends the rest, whose results would be unused.
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

  /** One query at a time; requests made meanwhile share the next one. */
  private async lookAll(): Promise<void> {
    this.looking = true;
    // Requests of the same turn of the event loop share a query.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.gathering.length > 0) {
      const batch = this.gathering.splice(0, MOST_LOOKED_UP);
      const known = await this.options.verdicts
        .find(
          this.options.modelId,
          batch.map(({ id }) => id),
        )
        .catch((error: unknown) => {
          this.options.notice(`cannot read verdicts of the classifier at ${this.options.address}: ${String(error)}`);
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
    // Stored before anyone continues, so that the next lookup finds them.
    const verdicts = documents.map(({ id }, i) => ({ id, probability: result.probabilities[i] }));
    await this.options.verdicts.save(this.options.modelId, verdicts).catch((error: unknown) => {
      this.options.notice(`cannot store verdicts of the classifier at ${this.options.address}: ${String(error)}`);
    });
    return result;
  }
}
