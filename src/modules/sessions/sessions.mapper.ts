import { availableActions } from '../../domain/session/index.js';
import type { SessionDto } from './dto/session.dto.js';
import type { Session } from './session.js';
import { estimateEnd } from './session-estimate.js';

const rate = (relevant: number, fetched: number): number | null => (fetched === 0 ? null : relevant / fetched);

/** @param now the moment the estimate is made at */
export function toSessionDto(session: Session, now = new Date()): SessionDto {
  const { completed: _, recentRelevant, recentFetched, activeMs, ...stored } = session;
  return {
    ...stored,
    seeds: [...session.seeds],
    availableActions: availableActions(session.state, session.command, session.stateReason),
    harvestRate: rate(session.relevant, session.fetched),
    harvestRateRecent: rate(recentRelevant, recentFetched),
    activeSeconds: activeMs / 1_000,
    estimatedEndAt: estimateEnd(session, now),
  };
}
