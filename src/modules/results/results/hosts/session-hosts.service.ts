import { Injectable } from '@nestjs/common';
import { MAX_CRAWL_DELAY_MS, parseRobots } from '../../../../domain/politeness/index.js';
import {
  isColumnInteger,
  mapSlice,
  onlySlice,
  type PageRequest,
  keysetRange,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { SessionsService } from '../../../crawl/sessions/index.js';
import { SESSION_HOST_STATES, type SessionHostDto } from '../dto/session-host.dto.js';
import { type HostKeyset, type SessionHostRow, SessionHostsRepository } from './session-hosts.repository.js';

const pieceOf = (request: PageRequest) =>
  keysetRange<HostKeyset>(request, 2, ([rank, name]) =>
    isColumnInteger(rank) && typeof name === 'string' ? { rank, name } : null,
  );

/** Hosts that a session may not fetch from now, and why. */
@Injectable()
export class SessionHostsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly hosts: SessionHostsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND; VALIDATION_FAILED for an invalid cursor */
  async of(sessionId: string, request: PageRequest): Promise<Slice<SessionHostDto>> {
    await this.sessions.requireExisting(sessionId);
    return onlySlice(await this.ofMany([sessionId], request));
  }

  async ofMany(sessionIds: readonly string[], request: PageRequest): Promise<Map<string, Slice<SessionHostDto>>> {
    const countOf = sharedCounts(() => this.hosts.countOf(sessionIds));
    const rows = await this.hosts.list(sessionIds, pieceOf(request));
    return new Map(
      [...rows].map(([id, hosts]) => {
        const slice = sliceOf(hosts, request, ({ rank, name }) => [rank, name], countOf(id));
        return [id, mapSlice(slice, toHost)];
      }),
    );
  }
}

function toHost({ rank, robots, userAgent, ...host }: SessionHostRow): SessionHostDto {
  const crawlDelayMs = robots === null ? null : parseRobots(robots).crawlDelayMs(userAgent);
  return {
    ...host,
    state: SESSION_HOST_STATES[rank] ?? 'delay',
    crawlDelayMs: crawlDelayMs && Math.min(crawlDelayMs, MAX_CRAWL_DELAY_MS),
  };
}
