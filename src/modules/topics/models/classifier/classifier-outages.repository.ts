import { Injectable } from '@nestjs/common';
import type { SessionEventKind } from '../../../../domain/session/index.js';
import { PrismaService } from '../../../../platform/database/index.js';
import type { ClassifierState } from './classifier-queue.js';

/** Outages as events of the sessions that wait for them. */
@Injectable()
export class ClassifierOutagesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Records events of a worker's sessions, except those whose model is about to change. */
  async record(modelId: string, workerId: string, state: ClassifierState, message: string): Promise<void> {
    const kind: SessionEventKind = `classifier-${state}`;
    await this.prisma.$executeRaw`
      INSERT INTO session_events (session_id, kind, completed, details)
      SELECT s.id, ${kind}, s.completed, jsonb_build_object('modelId', ${modelId}::uuid, 'message', ${message}::text)
      FROM sessions s
      WHERE s.model_id = ${modelId}::uuid AND s.pending_model_id IS NULL AND s.lease_owner = ${workerId} AND s.lease_expires_at > now()`;
  }
}
