import type { FollowedExample } from '../../../domain/policies/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { runInThread } from '../../../platform/threads/index.js';
import type { Learnt, SourcePage, Trainee } from './training-source.js';
import { task } from './values-task.js';

/** Pages of all sources together. */
const MAX_PAGES = 30_000;
/** With fewer of either, chance would determine the weights. */
const LEAST_OF_EACH = 5;

/** Learns the weights of the features by which earlier sessions chose links. */
export class ValuesTrainee implements Trainee {
  readonly maxPages = MAX_PAGES;
  size = 0;
  private readonly sessions: FollowedExample[][] = [];
  private relevant = 0;

  beginSource(): void {
    this.sessions.push([]);
  }

  add({ choice, relevant }: SourcePage): void {
    this.size++;
    if (!choice) return;
    this.sessions.at(-1)?.push(choice);
    if (relevant) this.relevant++;
  }

  async train(signal: AbortSignal): Promise<Learnt> {
    const sessions = this.sessions.filter((links) => links.length > 0);
    const links = sessions.reduce((sum, followed) => sum + followed.length, 0);
    if (Math.min(this.relevant, links - this.relevant) < LEAST_OF_EACH)
      throw new DomainError(
        'INVALID_STATE',
        `of ${links} links that were followed, ${this.relevant} led to relevant pages, too few to learn from: at least ${LEAST_OF_EACH} must lead to relevant pages and ${LEAST_OF_EACH} to others`,
      );
    return { ...(await runInThread(task, sessions, signal)), links, words: 0, bins: [], classes: [] };
  }
}
