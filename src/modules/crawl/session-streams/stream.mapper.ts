import { harvestEstimate, type Session, toSessionDto } from '../sessions/index.js';
import type { SessionProgressDto } from './dto/stream.dto.js';

/** @param now time of the estimate of the end */
export function toProgress(session: Session, now: Date): SessionProgressDto {
  const { state, stateReason, quotaReached, command, modelId, pendingModelId } = session;
  const { found, fetched, relevant, domainCount, relevantDomainCount, failed, robotsDenied, reused, skipped } = session;
  const { frontierSize, pagesPerSecond } = session;
  const { harvestRate, underWay, activeSeconds, estimatedEndAt } = toSessionDto(session, now);
  return {
    state,
    stateReason,
    quotaReached,
    command,
    modelId,
    pendingModelId,
    found,
    fetched,
    relevant,
    domainCount,
    relevantDomainCount,
    failed,
    robotsDenied,
    reused,
    skipped,
    harvestRate,
    harvestEstimate: harvestEstimate(session),
    frontierSize,
    underWay,
    pagesPerSecond,
    activeSeconds,
    estimatedEndAt,
  };
}
