import { availableActions } from '../../../domain/session/index.js';
import type { SessionDto } from './dto/session.dto.js';
import { objectiveProgress } from './objective.js';
import type { Session, SessionWait } from './session.js';
import { harvestEstimate } from './harvest-estimate.js';
import { estimateEnd } from './session-estimate.js';

const rate = (relevant: number, fetched: number): number | null => (fetched === 0 ? null : relevant / fetched);

/** A started session has a model. */
const waitsForModel = ({ state, modelStatus }: Session): boolean =>
  modelStatus === 'TRAINING' && (state === 'QUEUED' || state === 'PAUSED');

function waitOf(session: Session): SessionWait | null {
  if (waitsForModel(session)) return 'MODEL';
  if (session.state !== 'QUEUED') return null;
  return session.quotaReached !== null ? 'QUOTA' : session.waitingForRoom;
}

/** @param now time of the estimate */
export function toSessionDto(session: Session, now = new Date()): SessionDto {
  const {
    completed: _c,
    modelStatus: _m,
    windowFetched: _f,
    windowRelevant: _r,
    poorPages: _p,
    waitingForRoom: _w,
    ...shown
  } = session;
  const { recentRelevant, recentFetched, activeMs, ...stored } = shown;
  return {
    ...stored,
    seeds: [...session.seeds],
    availableActions: availableActions(session.state, session.command, session.stateReason),
    waitingFor: waitOf(session),
    objectiveProgress: objectiveProgress(session),
    harvestRate: rate(session.relevant, session.fetched),
    harvestRateRecent: rate(recentRelevant, recentFetched),
    harvestEstimate: harvestEstimate(session),
    underWay: session.state === 'RUNNING' ? session.underWay : 0,
    activeSeconds: activeMs / 1_000,
    estimatedEndAt: estimateEnd(session, now),
  };
}
