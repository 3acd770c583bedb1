import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import {
  MAX_LEARNED_STATE_BYTES,
  type StoredLearnedState,
  learnedStateSchema,
} from '../../../domain/policies/index.js';
import { SessionsService } from '../sessions/index.js';
import type { LearnedStateDto } from './dto/learned-state.dto.js';
import { LearnedStatesRepository } from './learned-states.repository.js';

const expanded = promisify(gunzip);

/** The learned states of policies, as last exported. */
@Injectable()
export class LearnedStatesService {
  private readonly log = new Logger('learned-states');

  constructor(
    private readonly learnedStates: LearnedStatesRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** Null until the policy has exported its learned state. @throws DomainError NOT_FOUND */
  async of(sessionId: string): Promise<LearnedStateDto | null> {
    await this.sessions.requireExisting(sessionId);
    const row = await this.learnedStates.find(sessionId);
    const state = row && (await this.read(sessionId, row.data));
    if (row === null || state === null) return null;
    const starts = state.foragers.flatMap((forager) => forager.starts.map(({ urlNo }) => urlNo));
    const urls = await this.learnedStates.urls(sessionId, [...new Set(starts)]);
    return {
      ...state,
      completed: row.completed,
      takenAt: row.takenAt,
      foragers: state.foragers.map((forager) => ({
        ...forager,
        starts: forager.starts.map(({ urlNo, value }) => ({ url: urls.get(urlNo) ?? '', value })),
      })),
    };
  }

  /** Null if another release wrote it in a different form; it is replaced when the session continues. */
  private async read(sessionId: string, data: Uint8Array): Promise<StoredLearnedState | null> {
    try {
      const text = (await expanded(data, { maxOutputLength: MAX_LEARNED_STATE_BYTES })).toString();
      return learnedStateSchema.parse(JSON.parse(text));
    } catch (error) {
      this.log.warn({ err: error, sessionId }, 'cannot read the learned state of a policy');
      return null;
    }
  }
}
