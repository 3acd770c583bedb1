import { Injectable } from '@nestjs/common';
import { allowedBy } from '../../domain/session/index.js';
import { decodeCursor, type PageRequest, pieceOf, type Slice, sliceOf } from '../../platform/api/index.js';
import { notACursor } from '../topics/index.js';
import type { SeedOutcomeDto } from './dto/seed-outcome.dto.js';
import { type SeedRow, SeedOutcomesRepository } from './seed-outcomes.repository.js';
import type { NumberedPiece, SessionEvent } from './session.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Numbers of events and places of seeds are what a column of the database holds. */
const MAX_NUMBER = 2 ** 31 - 1;

function numberedPiece(request: PageRequest): NumberedPiece {
  const { size, cursor, backward } = pieceOf(request);
  return { limit: size + 1, cursor: cursor === null ? null : numberOf(cursor), backward };
}

function numberOf(cursor: string): number {
  const [value] = decodeCursor(cursor, 1);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_NUMBER) throw notACursor();
  return value;
}

/** What happened to a session besides its steps, and what became of its seeds. */
@Injectable()
export class SessionHistoryService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly rows: SessionsRepository,
    private readonly seedRows: SeedOutcomesRepository,
  ) {}

  /** In order. @throws DomainError NOT_FOUND; VALIDATION_FAILED for a wrong cursor */
  async events(id: string, request: PageRequest): Promise<Slice<SessionEvent>> {
    await this.sessions.requireExisting(id);
    return sliceOf(await this.rows.events(id, numberedPiece(request)), request, ({ no }) => [no], () => this.rows.countEvents(id));
  }

  /** In the user's order. @throws DomainError NOT_FOUND; VALIDATION_FAILED for a wrong cursor */
  async seedOutcomes(id: string, request: PageRequest): Promise<Slice<SeedOutcomeDto>> {
    await this.sessions.requireExisting(id);
    const rows = await this.seedRows.list(id, numberedPiece(request));
    return sliceOf(rows.map(toSeedOutcome), request, ({ position }) => [position], () => this.seedRows.count(id));
  }
}

function toSeedOutcome({ position, url, outOfScope, outcome: ended, message: said, httpStatus, step }: SeedRow): SeedOutcomeDto {
  const outcome = ended ?? (outOfScope === null ? null : 'out-of-scope');
  const message = said ?? outOfScope;
  return { position, url, reached: outcome === 'page', outcome, message, httpStatus, step, allowedBy: allowedBy({ url, outcome, message }) };
}
