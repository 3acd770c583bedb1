import { Injectable } from '@nestjs/common';
import { allowedBy, type SessionEventKind } from '../../../domain/session/index.js';
import {
  isColumnInteger,
  type PageRequest,
  type KeysetRange,
  keysetRange,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { PUBLIC_PORTS } from '../../../platform/config/index.js';
import type { SeedOutcomeDto } from './dto/seed-outcome.dto.js';
import { type SeedRow, SeedOutcomesRepository } from './seed-outcomes.repository.js';
import type { SessionEvent } from './session.js';
import { SessionEventsRepository } from './session-events.repository.js';
import { SessionsService } from './sessions.service.js';

const numbered = (request: PageRequest): KeysetRange<number> =>
  keysetRange(request, 1, ([no]) => (isColumnInteger(no) && no >= 0 ? no : null));

/** The events of a session besides its steps, and the results of its seeds. */
@Injectable()
export class SessionHistoryService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly eventRows: SessionEventsRepository,
    private readonly seedRows: SeedOutcomesRepository,
  ) {}

  /** In order. @param kind null for all @throws DomainError NOT_FOUND; VALIDATION_FAILED for an invalid cursor */
  async events(id: string, kind: SessionEventKind | null, request: PageRequest): Promise<Slice<SessionEvent>> {
    await this.sessions.requireExisting(id);
    return sliceOf(
      await this.eventRows.list(id, kind, numbered(request)),
      request,
      ({ no }) => [no],
      () => this.eventRows.count(id, kind),
    );
  }

  /** In the user's order. @throws DomainError NOT_FOUND; VALIDATION_FAILED for an invalid cursor */
  async seedOutcomes(id: string, request: PageRequest): Promise<Slice<SeedOutcomeDto>> {
    await this.sessions.requireExisting(id);
    const rows = await this.seedRows.list(id, numbered(request));
    return sliceOf(
      rows.map(toSeedOutcome),
      request,
      ({ position }) => [position],
      () => this.seedRows.count(id),
    );
  }
}

function toSeedOutcome({
  position,
  url,
  outOfScope,
  outcome: ended,
  message: ofFetch,
  httpStatus,
  step,
}: SeedRow): SeedOutcomeDto {
  const outcome = ended ?? (outOfScope === null ? null : 'out-of-scope');
  const message = ofFetch ?? outOfScope;
  return {
    position,
    url,
    reached: outcome === 'page' || outcome === 'reused',
    outcome,
    message,
    httpStatus,
    step,
    allowedBy: allowedBy({ url, outcome, message }, PUBLIC_PORTS),
  };
}
