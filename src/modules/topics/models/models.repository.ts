import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { type CreatedPiece, type Precondition, under } from '../../../platform/api/index.js';
import {
  countEach,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  parentIds,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
  whereProject,
} from '../../../platform/database/index.js';
import { byTopic } from '../topics/index.js';
import type { Model, ModelState, NewModel, TrainedWeights } from './model.js';
import { metricsFrom } from './model-metrics.js';
import { reportFrom } from './model-report.js';
import { WaitingSessionsRepository } from './waiting-sessions.repository.js';

const COLUMNS = Prisma.sql`
  m.id, m.topic_id AS "topicId", m.version, m.kind, m.status::text AS state, m.config, m.keyword_set_version AS "keywordSetVersion",
  m.metrics - 'report' AS metrics, m.metrics -> 'report' AS report, m.threshold, m.error, m.created_at AS "createdAt", m.trained_at AS "trainedAt"`;
type Row = Omit<Model, 'metrics' | 'report'> & { readonly metrics: JsonValue; readonly report: JsonValue };
const toModel = (row: Row): Model => ({ ...row, metrics: metricsFrom(row.metrics), report: reportFrom(row.report) });
const toJson = (value: JsonValue): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

type DeleteModelOutcome = 'deleted' | 'not-found' | 'used';

/** The fields that say how a model came about: enough to train the same one. */
interface OriginOfModel extends Pick<Model, 'id' | 'kind' | 'config' | 'keywordSetVersion'> {
  /** Fingerprint of all its inputs, if it is made for sessions; null if a user trained it. */
  readonly madeFrom: string | null;
}

@Injectable()
export class ModelsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly waiting: WaitingSessionsRepository,
  ) {}

  /** Creates the topic's next model, in training. @returns its id; null if there is no such topic */
  async insert(db: DatabaseTransaction, model: NewModel): Promise<string | null> {
    return (await lockTopic(db, model.topicId)) ? this.insertNext(db, model, null) : null;
  }

  /**
   * The topic's model with this fingerprint, created in training if absent. The returned model cannot fail before the
   * transaction ends.
   *
   * @param madeFrom fingerprint of all its inputs
   * @returns null if there is no such topic
   */
  async insertShared(
    db: DatabaseTransaction,
    model: NewModel,
    madeFrom: string,
  ): Promise<{ readonly id: string; readonly isNew: boolean } | null> {
    if (!(await lockTopic(db, model.topicId))) return null;
    const [known] = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM models WHERE topic_id = ${model.topicId}::uuid AND made_from = ${madeFrom} AND status <> 'FAILED' FOR SHARE`;
    return known ? { id: known.id, isNew: false } : { id: await this.insertNext(db, model, madeFrom), isNew: true };
  }

  /** A model's state, which does not change until the transaction ends; null when it is gone. */
  async hold(db: DatabaseTransaction, id: string): Promise<ModelState | null> {
    const [row] = await db.$queryRaw<
      { state: ModelState }[]
    >`SELECT status::text AS state FROM models WHERE ${ofProject()} AND id = ${id}::uuid FOR SHARE`;
    return row?.state ?? null;
  }

  private async insertNext(
    db: DatabaseTransaction,
    { topicId, kind, config, keywordSetVersion }: NewModel,
    madeFrom: string | null,
  ): Promise<string> {
    const { _max } = await db.model.aggregate({ where: { topicId }, _max: { version: true } });
    const { id } = await db.model.create({
      data: {
        topicId,
        kind,
        keywordSetVersion,
        config: toJson(config),
        version: (_max.version ?? 0) + 1,
        state: 'TRAINING',
        madeFrom,
      },
      select: { id: true },
    });
    return id;
  }

  async find(id: string): Promise<Model | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Model[]> {
    const rows = await this.prisma.$queryRaw<
      Row[]
    >`SELECT ${COLUMNS} FROM models m WHERE ${ofProject('m')} AND m.id = ANY(${ids}::uuid[])`;
    return rows.map(toModel);
  }

  async weightsOf(id: string): Promise<Uint8Array | null> {
    const row = await this.prisma.model.findFirst({ where: { ...whereProject(), id }, select: { weights: true } });
    return row?.weights ?? null;
  }

  async newest(topicId: string, state: ModelState): Promise<OriginOfModel | null> {
    const rows = await this.prisma.$queryRaw<OriginOfModel[]>`
      SELECT m.id, m.kind, m.config, m.keyword_set_version AS "keywordSetVersion", m.made_from AS "madeFrom"
      FROM models m WHERE ${ofProject('m')} AND m.topic_id = ${topicId}::uuid AND m.status = ${state}::"ModelStatus" ORDER BY m.version DESC LIMIT 1`;
    return rows[0] ?? null;
  }

  /** The newest READY model of the topic that is older than a version. */
  async readyBefore(topicId: string, version: number): Promise<Model | null> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ${COLUMNS} FROM models m WHERE ${ofProject('m')} AND m.topic_id = ${topicId}::uuid AND m.status = 'READY' AND m.version < ${version} ORDER BY m.version DESC LIMIT 1`;
    return rows.map(toModel)[0] ?? null;
  }

  /** For each topic a part of its models, newest first. */
  async listOf(topicIds: readonly string[], piece: CreatedPiece): Promise<Map<string, Model[]>> {
    const { past, order, outer } = newestFirst('m', piece);
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM models m WHERE ${ofProject('m')} AND m.topic_id = topic.id ${past} ORDER BY ${order} LIMIT ${piece.limit}) AS page
      ORDER BY ${outer}`;
    return byTopic(rows.map(toModel));
  }

  countOf(topicIds: readonly string[]): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(topicIds),
      Prisma.sql`FROM models m WHERE ${ofProject('m')} AND m.topic_id = k.key`,
    );
  }

  /** Makes a model READY and starts the sessions that wait for it. @returns false if the model is gone */
  async recordTrained(id: string, { weights, metrics, threshold }: TrainedWeights): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      await holdTopicOf(db, id);
      const { count } = await db.model.updateMany({
        where: { id },
        data: {
          state: 'READY',
          weights: new Uint8Array(weights),
          metrics: toJson(metrics),
          threshold,
          error: null,
          trainedAt: new Date(),
        },
      });
      if (count > 0) await this.waiting.wake(db, id);
      return count > 0;
    }, TRANSACTION);
  }

  /**
   * Retrains an unreadable model with its original settings.
   *
   * @param enqueue the job that does it
   * @returns false if that is already in progress
   */
  async remake(id: string, enqueue: (db: DatabaseTransaction) => Promise<unknown>): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      const changed =
        await db.$executeRaw`UPDATE models SET status = 'TRAINING' WHERE id = ${id}::uuid AND status = 'READY'`;
      if (changed > 0) await enqueue(db);
      return changed > 0;
    });
  }

  /** Ends a training without a model, and fails the sessions that wait for it. */
  async recordFailed(id: string, error: string, transaction?: DatabaseTransaction): Promise<void> {
    const write = async (db: DatabaseTransaction): Promise<void> => {
      await holdTopicOf(db, id);
      const { count } = await db.model.updateMany({
        where: { id, state: 'TRAINING' },
        data: { state: 'FAILED', error },
      });
      if (count > 0) await this.waiting.fail(db, id, error);
    };
    await (transaction ? write(transaction) : this.prisma.$transaction(write, TRANSACTION));
  }

  async delete(id: string, condition?: Precondition): Promise<DeleteModelOutcome> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const found = await db.$queryRaw<
          unknown[]
        >`SELECT 1 FROM models WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
        if (found.length === 0) return 'not-found';
        await condition?.holds();
        if (await db.session.findFirst({ where: { modelId: id }, select: { id: true } })) return 'used';
        await db.model.delete({ where: { id } });
        return 'deleted';
      }, TRANSACTION),
    );
  }
}

/** Versions are counted under a lock on the topic. @returns whether the topic exists */
async function lockTopic(db: DatabaseTransaction, topicId: string): Promise<boolean> {
  return (
    (
      await db.$queryRaw<
        unknown[]
      >`SELECT 1 FROM topics WHERE ${ofProject()} AND id = ${topicId}::uuid FOR NO KEY UPDATE`
    ).length > 0
  );
}

/**
 * Deleting the topic locks its sessions before its models, and changing a model's state locks them in the opposite
 * order: one of the two has to wait here.
 */
async function holdTopicOf(db: DatabaseTransaction, modelId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM topics t JOIN models m ON m.topic_id = t.id WHERE m.id = ${modelId}::uuid FOR KEY SHARE OF t`;
}
