import { Injectable } from '@nestjs/common';
import type { SessionEventKind } from '../../../domain/session/index.js';
import type { KeysetRange } from '../../../platform/api/index.js';
import { countRows, Prisma, PrismaService, type RowCount } from '../../../platform/database/index.js';
import type { SessionEvent } from './session.js';

/** The events of a session besides its steps. */
@Injectable()
export class SessionEventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** In order, or from its end. @param asked by number */
  async list(
    sessionId: string,
    kind: SessionEventKind | null,
    { cursor, backward, limit }: KeysetRange<number>,
  ): Promise<SessionEvent[]> {
    const past = cursor === null ? {} : { no: backward ? { lt: cursor } : { gt: cursor } };
    const rows = await this.prisma.sessionEvent.findMany({
      where: { sessionId, ...past, ...(kind !== null && { kind }) },
      orderBy: { no: backward ? 'desc' : 'asc' },
      take: limit,
      omit: { sessionId: true },
    });
    return rows.map((row) => ({
      ...row,
      kind: row.kind as SessionEventKind,
      details: row.details as SessionEvent['details'],
    }));
  }

  count(sessionId: string, kind: SessionEventKind | null): Promise<RowCount> {
    const ofKind = kind === null ? Prisma.empty : Prisma.sql`AND kind = ${kind}`;
    return countRows(this.prisma, Prisma.sql`FROM session_events WHERE session_id = ${sessionId}::uuid ${ofKind}`);
  }
}
