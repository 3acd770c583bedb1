import { Injectable } from '@nestjs/common';
import pg from 'pg';
import type { SessionCounters } from '../../../../domain/session/index.js';
import type { Checkpoint, Rejudged } from '../../../../engine/index.js';
import { CrawlDatabase } from '../../../../platform/database/index.js';
import { replaceCheckpoints } from '../log/checkpoints.sql.js';
import { type SessionLease, MODEL_SWITCH_FAILED, MODEL_SWITCHED, POLICY_RELEARNT } from '../crawl-session.js';
import { asLeaseLost, beginWriting, leasedUpdate } from '../log/leased-writing.sql.js';
import { dropLearnedState, writeLearnedState } from '../log/learned-states.sql.js';
import { noteStepsAnew } from '../log/noted-steps.sql.js';
import { inTransaction } from '../log/transaction.sql.js';

const literal = (text: string): string => pg.escapeLiteral(text);
/** Pages updated per statement. */
const BATCH_PAGES = 1_000;

/** State of a session under its new model. */
interface SwitchedSession {
  readonly modelId: string;
  /** Version of the policy that has relearnt. */
  readonly policyVersion: number;
  readonly counters: SessionCounters;
  readonly policyStats: Readonly<Record<string, number>>;
  /** Sealed snapshot of the relearnt state. */
  readonly checkpoint: Checkpoint;
  /** Learned state of the policy after relearning; null if it exports none. */
  readonly learnedState: string | null;
}

/**
 * Changes a session's model in one transaction: completely or not at all. Pages are updated as they are judged; the
 * session's row is written last, so that meanwhile its lease can be renewed and commands can be given.
 */
class ModelSwitch {
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

  /** @returns the last statement of the transaction */
  async finish({
    modelId,
    policyVersion,
    counters: c,
    policyStats,
    checkpoint,
    learnedState,
  }: SwitchedSession): Promise<string> {
    const { sessionId } = this.lease;
    await this.flush();
    await this.client.query(
      `UPDATE domains d SET relevant = coalesce(p.relevant, 0), first_relevant_step = p.first_relevant_step
       FROM domains o LEFT JOIN (
         SELECT domain_no, count(*)::int AS relevant, min(step) AS first_relevant_step FROM pages WHERE session_id = $1 AND relevant GROUP BY domain_no
       ) p ON p.domain_no = o.domain_no
       WHERE d.session_id = $1 AND o.session_id = $1 AND o.domain_no = d.domain_no
         AND (d.relevant, d.first_relevant_step) IS DISTINCT FROM (coalesce(p.relevant, 0), p.first_relevant_step)`,
      [sessionId],
    );
    await noteStepsAnew(this.client, sessionId);
    await replaceCheckpoints(this.client, sessionId, c.completed, checkpoint);
    if (learnedState === null) await dropLearnedState(this.client, sessionId);
    else await writeLearnedState(this.client, sessionId, c.completed, learnedState);
    const event = this.eventOf(modelId, policyVersion, c);
    // The collection of the topic rereads the log.
    const collected = `UPDATE collection_progress SET collected = 0 WHERE session_id = ${literal(sessionId)} AND collected > 0`;
    // A model requested meanwhile stays requested. The new state discards steps in flight.
    const update = leasedUpdate(
      this.lease,
      `model_id = $1::uuid, pending_model_id = nullif(pending_model_id, $1::uuid), relevant = $2, relevant_domains = $3, recent_relevant = $4,
       recent_fetched = $5, frontier_size = $6, policy_stats = $7, in_flight = '[]',
       window_fetched = $8, window_relevant = $9, poor_pages = $10, policy_version = $11`,
      [
        modelId,
        c.relevant,
        c.relevantDomains,
        c.recentRelevant,
        c.recentFetched,
        c.frontierSize,
        JSON.stringify(policyStats),
        c.windowFetched,
        c.windowRelevant,
        c.poorPages,
        policyVersion,
      ],
    );
    return `${event};\n${collected};\n${update}`;
  }

  /** The statement that logs the switch. It reads the session's previous values: run it before their update. */
  private eventOf(modelId: string, policyVersion: number, c: SwitchedSession['counters']): string {
    return `INSERT INTO session_events (session_id, kind, completed, details)
      SELECT s.id, CASE WHEN s.model_id = ${literal(modelId)}::uuid THEN ${literal(POLICY_RELEARNT)} ELSE ${literal(MODEL_SWITCHED)} END, ${c.completed},
        CASE WHEN s.model_id = ${literal(modelId)}::uuid THEN jsonb_build_object('fromVersion', s.policy_version, 'toVersion', ${policyVersion}::int,
          'reason', 'another session starts from what it has learnt') ELSE jsonb_build_object('fromModelId', s.model_id, 'toModelId', ${literal(modelId)}::uuid,
        'pages', ${this.judged}, 'changed', ${this.becameRelevant + this.becameIrrelevant}, 'becameRelevant', ${this.becameRelevant},
        'becameIrrelevant', ${this.becameIrrelevant}, 'relevantBefore', s.relevant, 'relevantAfter', ${c.relevant},
        'rewardBefore', ${this.rewardBefore}::float8, 'rewardAfter', ${this.rewardAfter}::float8) END
      FROM sessions s WHERE s.id = ${literal(this.lease.sessionId)}`;
  }

  private async flush(): Promise<void> {
    const pages = this.batch;
    this.batch = [];
    if (pages.length === 0) return;
    const {
      rows: [turned],
    } = await this.client.query<{ relevant: number; irrelevant: number; reward: number }>(
      `WITH x AS (SELECT * FROM unnest($2::int[], $3::float8[], $4::boolean[], $5::float8[]) AS x (step, probability, relevant, reward)),
       changed AS (
         UPDATE pages p SET probability = x.probability, relevant = x.relevant, reward = x.reward FROM x, pages o
         WHERE p.session_id = $1 AND p.step = x.step AND o.session_id = $1 AND o.step = x.step
           AND (p.probability, p.relevant, p.reward) IS DISTINCT FROM (x.probability, x.relevant, x.reward)
         RETURNING o.relevant AS earlier, x.relevant AS later)
       SELECT count(*) FILTER (WHERE later AND NOT earlier)::int AS relevant, count(*) FILTER (WHERE earlier AND NOT later)::int AS irrelevant,
         (SELECT coalesce(sum(p.reward), 0) FROM pages p JOIN x USING (step) WHERE p.session_id = $1)::float8 AS reward
       FROM changed`,
      [
        this.lease.sessionId,
        pages.map((p) => p.step),
        pages.map((p) => p.probability),
        pages.map((p) => p.relevant),
        pages.map((p) => p.reward),
      ],
    );
    this.becameRelevant += turned.relevant;
    this.becameIrrelevant += turned.irrelevant;
    // The statement sees the pages as they were before.
    this.rewardBefore += turned.reward;
    this.rewardAfter += pages.reduce((sum, { reward }) => sum + reward, 0);
  }
}

@Injectable()
export class ModelSwitchRepository {
  constructor(private readonly prisma: CrawlDatabase) {}

  /**
   * Runs one change; an error rolls everything back.
   *
   * @param work returns the result of `ModelSwitch.finish`
   * @throws LeaseLostError if another worker has taken over the session
   */
  async run(lease: SessionLease, work: (change: ModelSwitch) => Promise<string>): Promise<void> {
    await inTransaction(this.prisma.pool, async (client) => {
      await beginWriting(client, lease);
      // Judging between the statements takes long. The worker that takes over the session ends a transaction that was
      // left open.
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0');
      return work(new ModelSwitch(client, lease));
    }).catch(asLeaseLost);
  }

  /** Whether a change whose response was lost has been committed. */
  async isMade(lease: SessionLease, modelId: string): Promise<boolean> {
    const { rows } = await this.prisma.pool.query(
      'SELECT FROM sessions WHERE id = $1 AND lease_epoch = $2 AND model_id = $3 AND pending_model_id IS DISTINCT FROM $3',
      [lease.sessionId, lease.epoch, modelId],
    );
    return rows.length > 0;
  }

  /** Changes the model of a session without steps: nothing needs rejudging. @returns false if the lease is lost */
  async setModel(lease: SessionLease, modelId: string): Promise<boolean> {
    const { rowCount } = await this.prisma.pool.query(
      `UPDATE sessions SET model_id = $3, pending_model_id = nullif(pending_model_id, $3), updated_at = now() WHERE id = $1 AND lease_epoch = $2`,
      [lease.sessionId, lease.epoch, modelId],
    );
    return rowCount !== 0;
  }

  /** Records that a model cannot be used, and withdraws the request for it. */
  async giveUp(lease: SessionLease, modelId: string, message: string): Promise<void> {
    await this.prisma.pool.query(
      `WITH held AS (
         UPDATE sessions SET pending_model_id = nullif(pending_model_id, $3), updated_at = now() WHERE id = $1 AND lease_epoch = $2
         RETURNING id, completed, model_id)
       INSERT INTO session_events (session_id, kind, completed, details)
       SELECT id, $4, completed,
         jsonb_build_object('fromModelId', model_id, 'toModelId', $3::uuid, 'error', $5::text)
       FROM held`,
      [lease.sessionId, lease.epoch, modelId, MODEL_SWITCH_FAILED, message],
    );
  }
}
