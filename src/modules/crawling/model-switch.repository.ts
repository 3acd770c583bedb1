import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { SessionCounters } from '../../domain/session/index.js';
import { LeaseLostError, type Rejudged } from '../../engine/index.js';
import { PrismaService, SESSIONS_CHANNEL } from '../../platform/database/index.js';
import { writeCheckpoint } from './checkpoint-parts.repository.js';
import type { SessionLease } from './crawl-session.js';
import { inTransaction } from './transaction.repository.js';

/** Kind of the event that records a change of the model. */
export const MODEL_SWITCHED = 'model-switched';
export const MODEL_SWITCH_FAILED = 'model-switch-failed';
/** Pages updated in one statement. */
const BATCH_PAGES = 1_000;

/** What a session is under its new model. */
export interface SwitchedSession {
  readonly modelId: string;
  readonly counters: SessionCounters;
  readonly policyStats: Readonly<Record<string, number>>;
  /** An encoded snapshot of the state learnt anew. */
  readonly checkpoint: Uint8Array;
}

/**
 * One change of a session's model: all of it or nothing, in one transaction. Pages are updated as they are judged; the session's own row is written last,
 * so that its lease can be renewed and its commands given meanwhile.
 */
export class ModelSwitch {
  private batch: Rejudged[] = [];
  private judged = 0;
  private becameRelevant = 0;
  private becameIrrelevant = 0;
  private rewardBefore = 0;
  private rewardAfter = 0;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly lease: SessionLease,
  ) {}

  async add(page: Rejudged): Promise<void> {
    this.judged++;
    this.batch.push(page);
    if (this.batch.length >= BATCH_PAGES) await this.flush();
  }

  /** @throws LeaseLostError when another worker has taken the session over: then nothing has changed */
  async finish({ modelId, counters: c, policyStats, checkpoint }: SwitchedSession): Promise<void> {
    const { sessionId, epoch } = this.lease;
    await this.flush();
    await this.client.query(
      `UPDATE domains d SET relevant = coalesce(p.relevant, 0), first_relevant_step = p.first_relevant_step
       FROM domains o LEFT JOIN (
         SELECT domain_no, count(*)::int AS relevant, min(step) AS first_relevant_step FROM pages WHERE session_id = $1 AND relevant GROUP BY domain_no
       ) p ON p.domain_no = o.domain_no
       WHERE d.session_id = $1 AND o.session_id = $1 AND o.domain_no = d.domain_no
         AND (d.relevant, d.first_relevant_step) IS DISTINCT FROM (coalesce(p.relevant, 0), p.first_relevant_step)`, [sessionId]);
    await this.client.query(
      `INSERT INTO session_events (session_id, no, kind, completed, details)
       SELECT s.id, (SELECT count(*)::int FROM session_events WHERE session_id = s.id), $2, $3,
         jsonb_build_object('fromModelId', s.model_id, 'toModelId', $4::uuid, 'pages', $5::int, 'changed', $6::int + $7::int, 'becameRelevant', $6::int,
           'becameIrrelevant', $7::int, 'relevantBefore', s.relevant, 'relevantAfter', $8::int, 'rewardBefore', $9::float8, 'rewardAfter', $10::float8)
       FROM sessions s WHERE s.id = $1`,
      [sessionId, MODEL_SWITCHED, c.completed, modelId, this.judged, this.becameRelevant, this.becameIrrelevant, c.relevant, this.rewardBefore,
        this.rewardAfter]);
    await writeCheckpoint(this.client, sessionId, c.completed, checkpoint);
    // A model asked for meanwhile stays asked for. Steps that were under way are forgotten by the new state.
    const { rowCount } = await this.client.query(
      `UPDATE sessions SET model_id = $3, pending_model_id = nullif(pending_model_id, $3), relevant = $4, relevant_domains = $5, recent_relevant = $6,
         recent_fetched = $7, frontier_size = $8, policy_stats = $9, in_flight = '[]', updated_at = now()
       WHERE id = $1 AND lease_epoch = $2 AND state IN ('STARTING', 'RUNNING')`,
      [sessionId, epoch, modelId, c.relevant, c.relevantDomains, c.recentRelevant, c.recentFetched, c.frontierSize, JSON.stringify(policyStats)]);
    if (rowCount === 0) throw new LeaseLostError();
    await this.client.query('SELECT pg_notify($1, $2)', [SESSIONS_CHANNEL, sessionId]);
  }

  private async flush(): Promise<void> {
    const pages = this.batch;
    this.batch = [];
    if (pages.length === 0) return;
    const { rows: [turned] } = await this.client.query<{ relevant: number; irrelevant: number; reward: number }>(
      `WITH x AS (SELECT * FROM unnest($2::int[], $3::float8[], $4::boolean[], $5::float8[]) AS x (step, score, relevant, reward)),
       changed AS (
         UPDATE pages p SET score = x.score, relevant = x.relevant, reward = x.reward FROM x, pages o
         WHERE p.session_id = $1 AND p.step = x.step AND o.session_id = $1 AND o.step = x.step
           AND (p.score, p.relevant, p.reward) IS DISTINCT FROM (x.score, x.relevant, x.reward)
         RETURNING o.relevant AS earlier, x.relevant AS later)
       SELECT count(*) FILTER (WHERE later AND NOT earlier)::int AS relevant, count(*) FILTER (WHERE earlier AND NOT later)::int AS irrelevant,
         (SELECT coalesce(sum(p.reward), 0) FROM pages p JOIN x USING (step) WHERE p.session_id = $1)::float8 AS reward
       FROM changed`,
      [this.lease.sessionId, pages.map((p) => p.step), pages.map((p) => p.score), pages.map((p) => p.relevant), pages.map((p) => p.reward)]);
    this.becameRelevant += turned.relevant;
    this.becameIrrelevant += turned.irrelevant;
    // The statement sees the pages as they were.
    this.rewardBefore += turned.reward;
    this.rewardAfter += pages.reduce((sum, { reward }) => sum + reward, 0);
  }
}

@Injectable()
export class ModelSwitchRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Runs one change; what it throws leaves everything as it was. */
  run(lease: SessionLease, work: (change: ModelSwitch) => Promise<void>): Promise<void> {
    return inTransaction(this.prisma.pool, (client) => work(new ModelSwitch(client, lease)));
  }

  /** The model of a session that has no step yet: there is nothing to judge anew. @returns false when the lease is lost */
  async setModel(lease: SessionLease, modelId: string): Promise<boolean> {
    const { rowCount } = await this.prisma.pool.query(
      `UPDATE sessions SET model_id = $3, pending_model_id = nullif(pending_model_id, $3), updated_at = now() WHERE id = $1 AND lease_epoch = $2`,
      [lease.sessionId, lease.epoch, modelId]);
    return rowCount !== 0;
  }

  /** Records that a model could not be changed to, and asks for it no longer. */
  async giveUp(lease: SessionLease, modelId: string, message: string): Promise<void> {
    await this.prisma.pool.query(
      `WITH held AS (
         UPDATE sessions SET pending_model_id = nullif(pending_model_id, $3), updated_at = now() WHERE id = $1 AND lease_epoch = $2
         RETURNING id, completed, model_id)
       INSERT INTO session_events (session_id, no, kind, completed, details)
       SELECT id, (SELECT count(*)::int FROM session_events WHERE session_id = held.id), $4, completed,
         jsonb_build_object('fromModelId', model_id, 'toModelId', $3::uuid, 'error', $5::text)
       FROM held`, [lease.sessionId, lease.epoch, modelId, MODEL_SWITCH_FAILED, message]);
  }
}
