import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type SessionEventKind, TERMINAL_STATES } from '../../../domain/session/index.js';
import { PrismaService } from '../../../platform/database/index.js';
import { type Session, type SessionEventDto, SessionsService } from '../sessions/index.js';
import type { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import { firstPart, type News } from './stream-items.js';
import type { StreamPosition } from './stream-position.js';
import { toProgress } from './stream.mapper.js';

/** Pages and events per read. */
const PIECE = 200;

/**
 * Background reads for streams, outside of calls. The caller supplies the scope: the project of the listeners, whose
 * access was checked when they came.
 */
@Injectable()
export class SessionFeedRepository {
  constructor(
    private readonly sessions: SessionsService,
    private readonly prisma: PrismaService,
  ) {}

  /** The end of the current log. */
  async head(sessionId: string): Promise<StreamPosition> {
    const session = await this.sessions.find(sessionId);
    const { _max } = await this.prisma.sessionEvent.aggregate({ where: { sessionId }, _max: { no: true } });
    return { seq: session === null ? -1 : lastStep(session), no: _max.no ?? 0, progress: '' };
  }

  /**
   * The log after a position, up to some hundred pages and events; null if the session is gone. Reads the session
   * first, so that everything before the state it was in is read afterwards.
   */
  async news(sessionId: string, { seq, no }: StreamPosition): Promise<News | null> {
    const session = await this.sessions.find(sessionId);
    if (session === null) return null;
    const last = lastStep(session);
    const from = last < 0 ? -1 : seq;
    const [pages, events] = await Promise.all([
      from >= last ? [] : this.pages(sessionId, from, last),
      this.events(sessionId, no),
    ]);
    const progress = toProgress(session, new Date());
    return {
      ...firstPart({ pages, events, piece: PIECE, last, seq: from, no }),
      progress,
      progressKey: fingerprintOf(progress),
      hasEnded: TERMINAL_STATES.has(session.state),
    };
  }

  private pages(sessionId: string, after: number, last: number): Promise<RelevantPageDto[]> {
    return this.prisma.$queryRaw<RelevantPageDto[]>`
      SELECT p.seq, p.step, u.url, d.name AS "domainName", p.title, p.probability, p.depth, p.fetched_at AS "fetchedAt",
        coalesce((SELECT true FROM screenshots x WHERE x.session_id = p.session_id AND x.step = p.step LIMIT 1), false) AS "hasScreenshot"
      FROM pages p
      JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no
      JOIN domains d ON d.session_id = p.session_id AND d.domain_no = p.domain_no
      WHERE p.session_id = ${sessionId}::uuid AND p.seq > ${after} AND p.seq <= ${last} AND p.relevant
      ORDER BY p.seq LIMIT ${PIECE}`;
  }

  private async events(sessionId: string, after: number): Promise<SessionEventDto[]> {
    const rows = await this.prisma.sessionEvent.findMany({
      where: { sessionId, no: { gt: after } },
      orderBy: { no: 'asc' },
      take: PIECE,
      omit: { sessionId: true },
    });
    return rows.map((row) => ({
      ...row,
      kind: row.kind as SessionEventKind,
      details: row.details as SessionEventDto['details'],
    }));
  }
}

/**
 * The last step that may have a relevant page; -1 while there is none, because a session that reached nothing may
 * restart with step 0.
 */
const lastStep = ({ fetched, completed }: Session): number => (fetched === 0 ? -1 : completed - 1);

/** Ignores the estimate of the end, which changes with the clock alone. */
function fingerprintOf(progress: SessionProgressDto): string {
  const text = JSON.stringify(progress, (name, value: unknown) => (name === 'estimatedEndAt' ? undefined : value));
  return createHash('sha1').update(text).digest('hex').slice(0, 8);
}
