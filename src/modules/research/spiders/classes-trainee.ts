import { ClassCollection, wordsOfPage } from '../../../domain/page-classes/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { runInThread } from '../../../platform/threads/index.js';
import { task } from './classes-task.js';
import type { ClassSettings } from './spider.js';
import type { Learnt, SourcePage, Trainee } from './training-source.js';

/** Pages of all sources together: as many as a session may learn classes from. */
const MAX_PAGES = 5_000;
/** Clusters with fewer pages on average are meaningless. */
const LEAST_PAGES_OF_CLUSTER = 2;

/** Learns the classes of a collection of pages. */
export class ClassesTrainee implements Trainee {
  readonly maxPages = MAX_PAGES;
  private readonly collection = new ClassCollection();

  constructor(private readonly settings: ClassSettings) {}

  get size(): number {
    return this.collection.size;
  }

  beginSource(): void {
    // All pages form one collection.
  }

  add(page: SourcePage): void {
    const words = wordsOfPage(page);
    // A page without words is similar to nothing.
    if (words.size > 0) this.collection.add(words);
  }

  async train(signal: AbortSignal): Promise<Learnt> {
    const least = LEAST_PAGES_OF_CLUSTER * this.settings.clusters;
    if (this.size < least)
      throw new DomainError(
        'INVALID_STATE',
        `there are ${this.size} pages, too few for ${this.settings.clusters} clusters: at least ${least} are needed`,
      );
    const learnt = await runInThread(task, { collection: this.collection.plain(), ...this.settings }, signal);
    return { ...learnt, links: 0, bins: [], weights: [] };
  }
}
