import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import { Prisma, PrismaService } from '../../platform/database/index.js';
import { type DatabaseTransaction, TRANSACTION } from '../jobs/index.js';
import { byTopic, type CreatedCursor } from '../topics/index.js';
import type { Model, NewModel, TrainedWeights } from './model.js';
import { reportFrom } from './model-report.js';

const COLUMNS = Prisma.sql`
  m.id, m.topic_id AS "topicId", m.version, m.kind, m.status::text AS status, m.config, m.keyword_set_version AS "keywordSetVersion",
  jsonb_build_object('fMacro', NULL) || (m.metrics - 'report') AS metrics, m.metrics -> 'report' AS report, m.threshold, m.error, m.created_at AS "createdAt", m.trained_at AS "trainedAt"`;
type Row = Omit<Model, 'report'> & { readonly report: JsonValue };
const toModel = (row: Row): Model => ({ ...row, report: reportFrom(row.report) });
const toJson = (value: JsonValue): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

export type DeleteModelOutcome = 'deleted' | 'not-found' | 'used';

@Injectable()
export class ModelsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Makes the topic's next model, in training. @returns its id, null when there is no such topic */
  async insert(db: DatabaseTransaction, model: NewModel): Promise<string | null> {
    return this.#insert(db, model, { status: 'TRAINING' });
  }

  /** Makes the topic's next model, ready for use. @returns its id, null when there is no such topic */
  async insertReady(model: NewModel, { weights, metrics, threshold }: TrainedWeights): Promise<string | null> {
    return this.prisma.$transaction((db) =>
      this.#insert(db, model, { status: 'READY', weights: new Uint8Array(weights), metrics: toJson(metrics), threshold, trainedAt: new Date() }), TRANSACTION);
  }

  async #insert(
    db: DatabaseTransaction,
    { topicId, kind, config, keywordSetVersion }: NewModel,
    state: Pick<Prisma.ModelUncheckedCreateInput, 'status' | 'weights' | 'metrics' | 'threshold' | 'trainedAt'>,
  ): Promise<string | null> {
    // Versions are counted under a lock on the topic.
    const topic = await db.$queryRaw<unknown[]>`SELECT 1 FROM topics WHERE id = ${topicId}::uuid FOR NO KEY UPDATE`;
    if (topic.length === 0) return null;
    const { _max } = await db.model.aggregate({ where: { topicId }, _max: { version: true } });
    const { id } = await db.model.create({
      data: { topicId, kind, keywordSetVersion, config: toJson(config), version: (_max.version ?? 0) + 1, ...state },
      select: { id: true },
    });
    return id;
  }

  async find(id: string): Promise<Model | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Model[]> {
    const rows = await this.prisma.$queryRaw<Row[]>`SELECT ${COLUMNS} FROM models m WHERE m.id = ANY(${ids}::uuid[])`;
    return rows.map(toModel);
  }

  async weightsOf(id: string): Promise<Uint8Array | null> {
    const row = await this.prisma.model.findUnique({ where: { id }, select: { weights: true } });
    return row?.weights ?? null;
  }

  async newestReady(topicId: string): Promise<Model | null> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ${COLUMNS} FROM models m WHERE m.topic_id = ${topicId}::uuid AND m.status = 'READY' ORDER BY m.version DESC LIMIT 1`;
    return rows.map(toModel)[0] ?? null;
  }

  /** The newest READY model of the topic that is older than a version. */
  async readyBefore(topicId: string, version: number): Promise<Model | null> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ${COLUMNS} FROM models m WHERE m.topic_id = ${topicId}::uuid AND m.status = 'READY' AND m.version < ${version} ORDER BY m.version DESC LIMIT 1`;
    return rows.map(toModel)[0] ?? null;
  }

  /** Of each topic the models after the cursor, newest first. */
  async listOf(topicIds: readonly string[], limit: number, after: CreatedCursor | null): Promise<Map<string, Model[]>> {
    const past = after ? Prisma.sql`AND (m.created_at, m.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)` : Prisma.empty;
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM models m WHERE m.topic_id = topic.id ${past} ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}) AS page
      ORDER BY page."createdAt" DESC, page.id DESC`;
    return byTopic(rows.map(toModel));
  }

  /** @returns false when the model is gone */
  async recordTrained(id: string, { weights, metrics, threshold }: TrainedWeights): Promise<boolean> {
    const { count } = await this.prisma.model.updateMany({
      where: { id },
      data: { status: 'READY', weights: new Uint8Array(weights), metrics: toJson(metrics), threshold, error: null, trainedAt: new Date() },
    });
    return count > 0;
  }

  async recordFailed(id: string, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await (transaction ?? this.prisma).model.updateMany({ where: { id, status: 'TRAINING' }, data: { status: 'FAILED', error } });
  }

  async delete(id: string): Promise<DeleteModelOutcome> {
    return this.prisma.$transaction(async (db) => {
      const found = await db.$queryRaw<unknown[]>`SELECT 1 FROM models WHERE id = ${id}::uuid FOR UPDATE`;
      if (found.length === 0) return 'not-found';
      if (await db.session.findFirst({ where: { modelId: id }, select: { id: true } })) return 'used';
      await db.model.delete({ where: { id } });
      return 'deleted';
    }, TRANSACTION);
  }
}
