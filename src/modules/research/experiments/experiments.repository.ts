import { Injectable } from '@nestjs/common';
import type { FinishedRun, RunKey } from '../../../domain/experiments/index.js';
import { type CreatedPiece, type Precondition, under } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  summed,
  TRANSACTION,
  storedJson,
} from '../../../platform/database/index.js';
import {
  type Experiment,
  type ExperimentFindings,
  type ExperimentPlan,
  type ExperimentState,
  type NewExperiment,
  runsOf,
} from './experiment.js';

const COLUMNS = Prisma.sql`
  e.id, e.name, e.topic_id AS "topicId", e.model_id AS "modelId", e.status::text AS state, e.plan, e.planned_runs AS "plannedRuns",
  (SELECT count(*)::int FROM experiment_runs r WHERE r.experiment_id = e.id) AS "finishedRuns", e.findings, e.error,
  e.created_at AS "createdAt", e.finished_at AS "finishedAt"`;

@Injectable()
export class ExperimentsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns its id */
  async insert(db: DatabaseTransaction, { plan, ...experiment }: NewExperiment): Promise<string> {
    const { id } = await db.experiment.create({
      data: {
        ...experiment,
        sessionId: plan.web.kind === 'session' ? plan.web.sessionId : null,
        plan: storedJson(plan),
        plannedRuns: runsOf(plan),
      },
      select: { id: true },
    });
    return id;
  }

  /** Experiments that have not ended, by state. Asked in the scope of the service. */
  async countOpen(): Promise<Record<string, number>> {
    const rows = await this.prisma.$queryRaw<{ state: string; count: number }[]>`
      SELECT status::text AS state, count(*)::float8 AS count FROM experiments WHERE status IN ('QUEUED', 'RUNNING') GROUP BY 1`;
    return summed(rows, ({ state }) => state, ['QUEUED', 'RUNNING']);
  }

  async find(id: string): Promise<Experiment | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  findMany(ids: readonly string[]): Promise<Experiment[]> {
    return this.prisma.$queryRaw<
      Experiment[]
    >`SELECT ${COLUMNS} FROM experiments e WHERE ${ofProject('e')} AND e.id = ANY(${ids}::uuid[])`;
  }

  /** Newest first. */
  list(piece: CreatedPiece): Promise<Experiment[]> {
    const { past, order } = newestFirst('e', piece);
    return this.prisma.$queryRaw<Experiment[]>`
      SELECT ${COLUMNS} FROM experiments e WHERE ${ofProject('e')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM experiments e WHERE ${ofProject('e')}`);
  }

  /** Finished runs in the order of policies, budgets and seeds. */
  async runsOf(id: string): Promise<FinishedRun[]> {
    const rows = await this.prisma.$queryRaw<{ readonly result: FinishedRun }[]>`
      SELECT result FROM experiment_runs WHERE experiment_id = ${id}::uuid ORDER BY budget, policy, random_seed`;
    return rows.map(({ result }) => result);
  }

  finishedKeys(id: string): Promise<RunKey[]> {
    return this.prisma.experimentRun.findMany({
      where: { experimentId: id },
      select: { policy: true, budget: true, randomSeed: true },
    });
  }

  /** @returns false if the experiment is gone or has ended */
  async recordFindings(id: string, findings: ExperimentFindings): Promise<boolean> {
    const { count } = await this.prisma.experiment.updateMany({
      where: { id, state: 'RUNNING' },
      data: { findings: storedJson(findings) },
    });
    return count > 0;
  }

  /** Stores a run unless it is stored already. @returns false if the experiment is gone or has ended */
  async recordRun(id: string, run: FinishedRun): Promise<boolean> {
    const result = JSON.stringify(run);
    const changed = await this.prisma.$executeRaw`
      INSERT INTO experiment_runs (experiment_id, policy, budget, random_seed, result)
      SELECT id, ${run.policy}::smallint, ${run.budget}::int, ${run.randomSeed}::int, ${result}::jsonb
      FROM experiments WHERE id = ${id}::uuid AND status = 'RUNNING'
      ON CONFLICT (experiment_id, policy, budget, random_seed) DO UPDATE SET result = experiment_runs.result`;
    return changed > 0;
  }

  /** Replaces the plan of a running experiment, and deletes the runs of some of its policies. */
  async upgrade(id: string, plan: ExperimentPlan, policies: readonly number[]): Promise<void> {
    await this.prisma.$transaction([
      this.prisma.experiment.updateMany({
        where: { id, state: 'RUNNING' },
        data: { plan: storedJson(plan) },
      }),
      this.prisma.experimentRun.deleteMany({ where: { experimentId: id, policy: { in: [...policies] } } }),
    ]);
  }

  /** @returns false if it is gone, or not in one of the allowed states */
  async move(
    id: string,
    from: readonly ExperimentState[],
    to: ExperimentState,
    error: string | null = null,
    transaction?: DatabaseTransaction,
  ): Promise<boolean> {
    const ended = to === 'COMPLETED' || to === 'CANCELLED' || to === 'FAILED';
    const { count } = await (transaction ?? this.prisma).experiment.updateMany({
      where: { id, state: { in: [...from] } },
      data: { state: to, error, finishedAt: ended ? new Date() : null },
    });
    return count > 0;
  }

  /** Queues an experiment that was cancelled or has failed. @returns its previous state; null if it is gone */
  async requeue(
    id: string,
    enqueue: (db: DatabaseTransaction) => Promise<unknown>,
    condition?: Precondition,
  ): Promise<ExperimentState | null> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const state = await this.locked(db, id);
        if (state === null) return null;
        await condition?.holds();
        if (await this.move(id, ['CANCELLED', 'FAILED'], 'QUEUED', null, db)) await enqueue(db);
        return state;
      }, TRANSACTION),
    );
  }

  /** @returns false if there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if ((await this.locked(db, id)) === null) return false;
        await condition?.holds();
        await db.experiment.delete({ where: { id } });
        return true;
      }, TRANSACTION),
    );
  }

  private async locked(db: DatabaseTransaction, id: string): Promise<ExperimentState | null> {
    const rows = await db.$queryRaw<{ state: ExperimentState }[]>`
      SELECT status::text AS state FROM experiments WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
    return rows[0]?.state ?? null;
  }
}
