import { Injectable } from '@nestjs/common';
import { RENDER_SIGNALS, type RenderSignal } from '../../../../domain/page/index.js';
import { CrawlDatabase } from '../../../../platform/database/index.js';
import type { RenderKnowledgeStore, RenderRecord } from './render-knowledge.js';

/** Most records loaded per host; fewer are kept in memory. */
const MAX_LOADED = 64;
/** Records not requested for this time may be outdated, and are deleted. */
const KEPT_DAYS = 90;
/** One in this number of saves also deletes old records. */
const SAVES_PER_SWEEP = 200;

const isSignal = (text: string): text is RenderSignal => (RENDER_SIGNALS as readonly string[]).includes(text);

/**
 * Stores rendering knowledge in PostgreSQL, for all workers; of two concurrent updates of one shape the later one wins.
 */
@Injectable()
export class RenderKnowledgeRepository implements RenderKnowledgeStore {
  private saves = 0;

  constructor(private readonly prisma: CrawlDatabase) {}

  async load(host: string): Promise<RenderRecord[]> {
    const rows = await this.prisma.renderShape.findMany({
      where: { host },
      orderBy: { updatedAt: 'desc' },
      take: MAX_LOADED,
    });
    return rows.flatMap(({ shape, signal, samples, gains, interval }) =>
      isSignal(signal) ? [{ host, shape, signal, samples, gains, interval }] : [],
    );
  }

  async save(records: readonly RenderRecord[]): Promise<void> {
    if (this.saves++ % SAVES_PER_SWEEP === 0)
      await this.prisma
        .$executeRaw`DELETE FROM render_shapes WHERE updated_at < now() - make_interval(days => ${KEPT_DAYS})`;
    await this.prisma.$executeRaw`
      INSERT INTO render_shapes (host, shape, signal, samples, gains, interval, updated_at)
      SELECT *, now() FROM unnest(
        ${records.map((record) => record.host)}::text[], ${records.map((record) => record.shape)}::text[], ${records.map((record) => record.signal)}::text[],
        ${records.map((record) => record.samples)}::float8[], ${records.map((record) => record.gains)}::float8[], ${records.map((record) => record.interval)}::int[])
      ON CONFLICT (host, shape, signal) DO UPDATE SET
        samples = excluded.samples, gains = excluded.gains, interval = excluded.interval, updated_at = excluded.updated_at`;
  }
}
