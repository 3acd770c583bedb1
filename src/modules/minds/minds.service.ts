import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import { MAX_MIND_BYTES, type ToldMind, toldMindSchema } from '../../domain/policies/index.js';
import { SessionsService } from '../sessions/index.js';
import type { PolicyMindDto } from './dto/mind.dto.js';
import { MindsRepository } from './minds.repository.js';

const expanded = promisify(gunzip);

/** The learned states of policies, as last exported. */
@Injectable()
export class MindsService {
  private readonly log = new Logger('minds');

  constructor(
    private readonly minds: MindsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** Null until the policy has exported its learned state. @throws DomainError NOT_FOUND */
  async of(sessionId: string): Promise<PolicyMindDto | null> {
    await this.sessions.requireExisting(sessionId);
    const row = await this.minds.find(sessionId);
    const told = row && (await this.read(sessionId, row.data));
    if (row === null || told === null) return null;
    const starts = told.foragers.flatMap((forager) => forager.starts.map(({ urlNo }) => urlNo));
    const urls = await this.minds.urls(sessionId, [...new Set(starts)]);
    return {
      ...told,
      completed: row.completed,
      takenAt: row.takenAt,
      foragers: told.foragers.map((forager) => ({
        ...forager,
        starts: forager.starts.map(({ urlNo, value }) => ({ url: urls.get(urlNo) ?? '', value })),
      })),
    };
  }

  /** Null if another release wrote it in a different form; it is replaced when the session continues. */
  private async read(sessionId: string, data: Uint8Array): Promise<ToldMind | null> {
    try {
      const text = (await expanded(data, { maxOutputLength: MAX_MIND_BYTES })).toString();
      return toldMindSchema.parse(JSON.parse(text));
    } catch (error) {
      this.log.warn({ err: error }, `session ${sessionId}: cannot read the learned state of its policy`);
      return null;
    }
  }
}
