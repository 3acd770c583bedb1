import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../platform/database/index.js';
import type { ClassifierState } from './classifier-queue.js';

/** Events of a session, at most: a classifier may come and go for days. */
const MAX_EVENTS = 1_000;

/** Outages as events of the sessions that wait for them. */
@Injectable()
export class ClassifierOutagesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Tells the sessions that a worker holds, those that are about to change to the model too. */
  async record(modelId: string, workerId: string, state: ClassifierState, message: string): Promise<void> {
    await this.prisma.$executeRaw`
      INSERT INTO session_events (session_id, no, kind, completed, details)
      SELECT s.id, e.events, ${`classifier-${state}`}, s.completed, jsonb_build_object('modelId', ${modelId}::uuid, 'message', ${message}::text)
      FROM sessions s CROSS JOIN LATERAL (SELECT count(*)::int AS events FROM session_events WHERE session_id = s.id) e
      WHERE ${modelId}::uuid IN (s.model_id, s.pending_model_id) AND s.lease_owner = ${workerId} AND s.lease_expires_at > now() AND e.events < ${MAX_EVENTS}
      ON CONFLICT DO NOTHING`;
  }
}
