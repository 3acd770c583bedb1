import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job, JobHandler, JobLane } from './job.js';
import type { JobEnded } from './jobs.repository.js';

/** Marks a provider of any module as a `JobHandler`: `JobsModule` finds it. */
export const HandlesJobs = DiscoveryService.createDecorator();

/** The handlers in this process. */
@Injectable()
export class JobHandlers {
  private readonly byKind = new Map<string, JobHandler>();

  /** @throws Error if there is a handler for jobs of its kind */
  register(handler: JobHandler): void {
    if (this.byKind.has(handler.kind)) throw new Error(`two handlers for jobs of kind ${handler.kind}`);
    this.byKind.set(handler.kind, handler);
  }

  find(kind: string): JobHandler | undefined {
    return this.byKind.get(kind);
  }

  /** Informs the handler of a job that it was cancelled. */
  readonly ended: JobEnded = async (job: Job, reason, transaction) => {
    await this.find(job.kind)?.failed?.(job, reason, transaction);
  };

  /** The kinds of jobs that are retried after they have failed. */
  get persistentKinds(): string[] {
    return [...this.byKind.values()].filter(({ isPersistent }) => isPersistent).map(({ kind }) => kind);
  }

  /** The kinds of jobs of a lane. */
  kinds(lane: JobLane): string[] {
    return [...this.byKind.values()].filter((handler) => (handler.lane ?? 'usual') === lane).map(({ kind }) => kind);
  }
}
