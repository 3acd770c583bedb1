import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../platform/database/index.js';
import type { Verdicts } from './cached-classifier.js';

/** Classifiers change too: an old verdict may be outdated. */
const KEPT_DAYS = 30;
/** Most verdicts over all models, the newest: about 300 MB with their indexes. */
const MAX_KEPT = 2_000_000;
/** One in this number of saves also deletes old and excess rows, at most this number of them. */
const SAVES_PER_SWEEP = 1_000;
const ROWS_PER_SWEEP = 100_000;

/** Verdicts in PostgreSQL, shared by all processes. */
@Injectable()
export class ClassifierVerdictsRepository implements Verdicts {
  private saves = 0;

  constructor(private readonly prisma: PrismaService) {}

  async find(modelId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.prisma.$queryRaw<{ id: string; probability: number }[]>`
      SELECT encode(document_hash, 'hex') AS id, probability FROM classifier_verdicts
      WHERE model_id = ${modelId}::uuid AND document_hash IN (SELECT decode(id, 'hex') FROM unnest(${ids}::text[]) AS id)
        AND judged_at > now() - make_interval(days => ${KEPT_DAYS}::int)`;
    return new Map(rows.map(({ id, probability }) => [id, probability]));
  }

  /**
   * Ignores verdicts of a deleted model. Pages wait for this, so it does not wait for the disk: verdicts lost in a
   * power failure are requested again.
   */
  async save(
    modelId: string,
    verdicts: readonly { readonly id: string; readonly probability: number }[],
  ): Promise<void> {
    await this.prisma.$executeRaw`
      INSERT INTO classifier_verdicts (model_id, document_hash, probability)
      SELECT ${modelId}::uuid, decode(id, 'hex'), probability
      FROM unnest(${verdicts.map(({ id }) => id)}::text[], ${verdicts.map(({ probability }) => probability)}::float8[]) AS verdict (id, probability),
        (SELECT set_config('synchronous_commit', 'off', true)) AS setting
      WHERE EXISTS (SELECT FROM models WHERE id = ${modelId}::uuid)
      ON CONFLICT (model_id, document_hash) DO UPDATE SET probability = excluded.probability, judged_at = excluded.judged_at`;
    if (this.saves++ % SAVES_PER_SWEEP === 0) await this.sweep();
  }

  /** @param most verdicts to keep, the newest */
  async sweep(most = MAX_KEPT): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM classifier_verdicts WHERE (model_id, document_hash) IN (
        SELECT model_id, document_hash FROM classifier_verdicts
        WHERE judged_at <= now() - make_interval(days => ${KEPT_DAYS}::int) ORDER BY judged_at LIMIT ${ROWS_PER_SWEEP})`;
    await this.prisma.$executeRaw`
      DELETE FROM classifier_verdicts WHERE (model_id, document_hash) IN (
        SELECT model_id, document_hash FROM classifier_verdicts ORDER BY judged_at DESC OFFSET ${most} LIMIT ${ROWS_PER_SWEEP})`;
  }
}
