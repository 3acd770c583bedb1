import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import type { Quota } from '../../../../domain/session/index.js';
import type { CommitBatch } from '../../../../engine/index.js';
import { Metrics } from '../../../../platform/metrics/index.js';

/** Seconds. A commit takes some tens of milliseconds, and as long as an outage while the database is unavailable. */
const COMMIT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

/**
 * Metrics of this process's crawls, counted when they are committed. No label identifies a session, a site or a
 * project.
 */
@Injectable()
export class CrawlMetrics {
  private readonly steps: Counter<'outcome'>;
  private readonly pages: Counter<'relevant'>;
  private readonly commits: Histogram;
  private readonly quotaPauses: Counter<'quota'>;
  /** URLs in the frontier, by session held by this process. */
  private readonly frontiers = new Map<string, number>();

  constructor({ registry }: Metrics) {
    const registers = [registry];
    const { frontiers } = this;
    this.steps = new Counter({
      name: 'gleaner_crawl_steps_total',
      help: 'Committed steps of crawls, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.pages = new Counter({
      name: 'gleaner_crawl_pages_total',
      help: 'Committed pages of crawls, by whether they are relevant (true, false); the harvest rate is the share of those with true',
      labelNames: ['relevant'],
      registers,
    });
    this.commits = new Histogram({
      name: 'gleaner_commit_duration_seconds',
      help: 'Time of a commit of a crawl, with waiting for a database that is away',
      buckets: COMMIT_BUCKETS,
      registers,
    });
    this.quotaPauses = new Counter({
      name: 'gleaner_quota_pauses_total',
      help: 'Sessions that this process paused because a quota of their project was used up, by quota',
      labelNames: ['quota'],
      registers,
    });
    new Gauge({
      name: 'gleaner_frontier_urls',
      help: 'URLs in the frontiers of the sessions that this process crawls, as of their last commits',
      registers,
      collect() {
        this.set([...frontiers.values()].reduce((sum, size) => sum + size, 0));
      },
    });
  }

  committed(sessionId: string, { steps, counters }: CommitBatch, seconds: number): void {
    this.commits.observe(seconds);
    this.frontiers.set(sessionId, counters.frontierSize);
    for (const { outcome, relevant } of steps) this.count(outcome, relevant);
  }

  /** A session was paused by a quota. */
  paused(quota: Quota): void {
    this.quotaPauses.inc({ quota });
  }

  /** This process no longer holds the session. */
  left(sessionId: string): void {
    this.frontiers.delete(sessionId);
  }

  private count(outcome: StepOutcome, relevant: boolean): void {
    this.steps.inc({ outcome });
    if (outcome === 'page') this.pages.inc({ relevant: String(relevant) });
  }
}
