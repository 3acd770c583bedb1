import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError, notFound } from '../../../../platform/errors/index.js';
import { asService, inProject } from '../../../../platform/scope/index.js';
import type { Monitor } from '../monitor.js';
import { MonitorsRepository } from '../monitors.repository.js';
import { MonitorsService } from '../monitors.service.js';
import { FEED_ITEMS, type FeedFormat } from '../../../base/feeds/index.js';
import { changesFeed } from './changes-feed.js';

const SECRET_BYTES = 32;
/** Limit for tokens. */
const MAX_TOKEN_CHARS = 200;

/** The stored form of a token. Tokens are random, so that neither salt nor slow hash is needed. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Changes as feeds. Feed readers send no key: a monitor may have a token that reads only its feed. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly monitors: MonitorsService,
    private readonly repository: MonitorsRepository,
  ) {}

  /**
   * @param token absent in calls with a key
   * @param origin of this service, as the caller knows it
   * @throws DomainError NOT_FOUND; UNAUTHENTICATED if the token is not the monitor's
   */
  async read(id: string, format: FeedFormat, token: string | undefined, origin: string): Promise<string> {
    const home = `${origin}/v1/monitors/${id}`;
    if (token === undefined) return this.document(id, format, home);
    const found = await asService(() => this.repository.feedOf(id));
    if (!isTokenOf(found?.feedTokenHash ?? null, token)) {
      throw new DomainError('UNAUTHENTICATED', 'This token does not read this feed', {
        field: 'token',
        allowed: 'the token of the monitor, as returned when it was created',
      });
    }
    return inProject(found?.projectId ?? '', () => this.document(id, format, home));
  }

  /** Replaces the token. @returns its text, which is not stored. @throws DomainError NOT_FOUND */
  async makeToken(id: string): Promise<{ readonly monitor: Monitor; readonly token: string }> {
    const token = randomBytes(SECRET_BYTES).toString('base64url');
    if (!(await this.repository.setFeedToken(id, hashOf(token)))) throw notFound('monitor', id);
    return { monitor: await this.monitors.get(id), token };
  }

  /** @throws DomainError NOT_FOUND */
  async revokeToken(id: string): Promise<void> {
    if (!(await this.repository.setFeedToken(id, null))) throw notFound('monitor', id);
  }

  private async document(id: string, format: FeedFormat, home: string): Promise<string> {
    const monitor = await this.monitors.get(id);
    const { edges } = await this.monitors.changesOf(id, {}, { first: FEED_ITEMS });
    return changesFeed(
      monitor,
      edges.map(({ node }) => node),
      home,
      format,
    );
  }
}

function isTokenOf(hash: Uint8Array | null, token: string): boolean {
  return hash !== null && token.length <= MAX_TOKEN_CHARS && timingSafeEqual(hash, hashOf(token));
}
